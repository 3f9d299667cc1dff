import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { API_KEY, startService } from '../start.ts';
import { callPerspective, perspectiveRefusal } from './perspective-call.ts';

const OPTIONS = { compatible: { commentsPerSecond: 0 } };
const RUDE = 'What kind of idiot name is foo? Sorry, I like your name.';

const start = () => startService(OPTIONS);

describe('comments:analyze', () => {
  it('answers with the requested attributes, one span, both languages and the token', async () => {
    const { baseUrl } = await start();
    const { status, body } = await callPerspective(baseUrl, 'analyze', {
      comment: { text: RUDE, type: 'PLAIN_TEXT' },
      requestedAttributes: { TOXICITY: {}, INSULT_EXPERIMENTAL: { scoreType: 'PROBABILITY' } },
      languages: ['en'],
      clientToken: 'comment-1',
      sessionId: 's',
      communityId: 'c',
      doNotStore: true,
      context: { entries: [{ text: 'the article', type: 'PLAIN_TEXT' }] },
    });
    const score = { value: expect.any(Number), type: 'PROBABILITY' };
    const scores = { spanScores: [{ begin: 0, end: 56, score }], summaryScore: score };
    expect(status).toBe(200);
    expect(body).toEqual({
      attributeScores: { TOXICITY: scores, INSULT_EXPERIMENTAL: scores },
      languages: ['en'],
      detectedLanguages: ['en'],
      clientToken: 'comment-1',
    });
  });

  it('scores each sentence with spanAnnotations', async () => {
    const { baseUrl } = await start();
    const { body } = await callPerspective(baseUrl, 'analyze', {
      comment: { text: RUDE },
      requestedAttributes: { TOXICITY: {} },
      spanAnnotations: true,
    });
    const { spanScores } = Object(body).attributeScores.TOXICITY;
    expect(spanScores).toMatchObject([
      { begin: 0, end: 31 },
      { begin: 32, end: 56 },
    ]);
    expect(spanScores[0].score.value).toBeGreaterThan(spanScores[1].score.value);
  });

  it('takes names with underscores and null for absent, as all of Google’s services', async () => {
    const { baseUrl } = await start();
    const { status } = await callPerspective(baseUrl, 'analyze', {
      comment: { text: RUDE },
      requested_attributes: { SEVERE_TOXICITY: { score_threshold: 0 } },
      do_not_store: true,
      context: null,
    });
    expect(status).toBe(200);
  });

  it('takes the example of Perspective’s documentation, whose names have no quotes', async () => {
    const { baseUrl } = await start();
    const { status, body } = await callPerspective(
      baseUrl,
      'analyze',
      '{comment: {text: "what kind of idiot name is foo?"}, languages: ["en"], requestedAttributes: {TOXICITY:{}} }',
    );
    expect(status).toBe(200);
    expect(Object.keys(Object(body).attributeScores)).toEqual(['TOXICITY']);
  });

  it('reads a body as JSON whatever its content type, and without one', async () => {
    const { baseUrl } = await start();
    const body = JSON.stringify({ comment: { text: RUDE }, requestedAttributes: { TOXICITY: {} } });
    for (const headers of [{ 'content-type': 'text/plain;charset=UTF-8' }, {}]) {
      const { statusCode } = await request(`${baseUrl}/v1alpha1/comments:analyze?key=${API_KEY}`, {
        method: 'POST',
        headers,
        body,
      });
      expect(statusCode).toBe(200);
    }
  });

  it('leaves out scores below their threshold, and the map with them', async () => {
    const { baseUrl } = await start();
    const { body } = await callPerspective(baseUrl, 'analyze', {
      comment: { text: 'have a nice day everyone' },
      requestedAttributes: { TOXICITY: { scoreThreshold: 0.9 } },
    });
    expect(body).toEqual({ languages: ['en'], detectedLanguages: ['en'] });
  });

  it('reads a text in its own language, or in the stated one', async () => {
    const { baseUrl } = await start();
    const german = 'Du bist ein dummes Arschloch und ich hasse dich so sehr';
    const requestedAttributes = { TOXICITY: {} };
    const [detected, stated] = await Promise.all([
      callPerspective(baseUrl, 'analyze', { comment: { text: german }, requestedAttributes }),
      callPerspective(baseUrl, 'analyze', {
        comment: { text: german },
        requestedAttributes,
        languages: ['de-CH'],
      }),
    ]);
    expect(detected.body).toMatchObject({ languages: ['de'], detectedLanguages: ['de'] });
    expect(stated.body).toMatchObject({ languages: ['de-CH'] });
    expect(Object(stated.body).attributeScores.TOXICITY.summaryScore.value).toBeGreaterThan(0.7);
  });
});

it('scores a short insult in Russian, which looks like Bulgarian', async () => {
  const { baseUrl } = await start();
  const { body } = await callPerspective(baseUrl, 'analyze', {
    comment: { text: 'Ты идиот' },
    requestedAttributes: { TOXICITY: {} },
  });
  expect(body).toMatchObject({ languages: ['ru'], detectedLanguages: ['bg', 'ru'] });
  expect(Object(body).attributeScores.TOXICITY.summaryScore.value).toBeGreaterThan(0.8);
});

describe('what comments:analyze refuses', () => {
  const attributes = { requestedAttributes: { TOXICITY: {} } };
  it.each([
    [{ comment: { text: ' ' }, ...attributes }, 'COMMENT_EMPTY', 'Comment must be non-empty.'],
    [attributes, 'COMMENT_EMPTY', 'Comment must be non-empty.'],
    [
      { comment: { text: 'ö'.repeat(10_241) }, ...attributes },
      'COMMENT_TOO_LONG',
      'Comment text too long.',
    ],
    [{ comment: { text: 'hi' } }, 'NO_REQUESTED_ATTRIBUTES', 'Missing requested_attributes'],
    [
      { comment: { text: 'hi' }, requestedAttributes: { FLIRTATION: {} } },
      'INVALID_REQUEST',
      'Unknown requested attribute: FLIRTATION',
    ],
    [
      { comment: { text: 'hi' }, requestedAttributes: { TOXICITY: { scoreType: 'PERCENTILE' } } },
      'INVALID_REQUEST',
      'Requested score type PERCENTILE is not supported by attribute TOXICITY',
    ],
    [
      { comment: { text: '<p>hi</p>', type: 'HTML' }, ...attributes },
      'INVALID_REQUEST',
      "Currently, only 'PLAIN_TEXT' comments are supported",
    ],
    [
      {
        comment: { text: 'hi' },
        context: { entries: [], articleAndParentComment: {} },
        ...attributes,
      },
      'INVALID_REQUEST',
      'Context can have either entries or article_and_parent_comment, but both fields were populated.',
    ],
    [
      { comment: { text: '123 :-) 456' }, ...attributes },
      'LANGUAGE_DETECTION_FAILED',
      'Unable to detect language',
    ],
    [
      { comment: { text: 'hallo' }, requestedAttributes: { INSULT: {} }, languages: ['de'] },
      'LANGUAGE_NOT_SUPPORTED_BY_ATTRIBUTE',
      'Attribute INSULT does not support request languages: de',
    ],
  ])('%j: %s', async (body, errorType, message) => {
    const { baseUrl } = await start();
    const answer = await callPerspective(baseUrl, 'analyze', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(perspectiveRefusal(errorType, message));
  });

  it('names the attribute and the languages that do not go together, or drops it on request', async () => {
    const { baseUrl } = await start();
    const request = {
      comment: { text: 'Das ist doch wirklich ein schöner Tag, nicht wahr?' },
      requestedAttributes: { TOXICITY: {}, THREAT: {} },
    };
    const refused = await callPerspective(baseUrl, 'analyze', request);
    expect(refused.body).toMatchObject({
      error: {
        details: [
          {
            languageNotSupportedByAttributeError: {
              detectedLanguages: ['de'],
              attribute: 'THREAT',
            },
          },
        ],
      },
    });
    const dropped = await callPerspective(baseUrl, 'analyze', {
      ...request,
      dropUnsupportedAttributes: true,
    });
    expect(Object.keys(Object(dropped.body).attributeScores)).toEqual(['TOXICITY']);
  });

  it('refuses what is no such request in Google’s words', async () => {
    const { baseUrl } = await start();
    const unknown = await callPerspective(baseUrl, 'analyze', { comment: { txt: 'hi' } });
    const message =
      'Invalid JSON payload received. Unknown name "txt" at \'comment\': Cannot find field.';
    expect(unknown).toMatchObject({
      status: 400,
      body: { error: { code: 400, status: 'INVALID_ARGUMENT', message } },
    });
    const list = await callPerspective(baseUrl, 'analyze', []);
    expect(list.body).toMatchObject({
      error: {
        message: 'Invalid JSON payload received. Unknown name "": Root element must be a message.',
      },
    });
    const broken = await callPerspective(baseUrl, 'analyze', '{"comment":');
    expect(broken.body).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } });
  });

  it('takes an empty body for an empty request', async () => {
    const { baseUrl } = await start();
    for (const body of ['', '{}', 'null']) {
      const { body: refusal } = await callPerspective(baseUrl, 'analyze', body);
      expect(refusal).toEqual(perspectiveRefusal('COMMENT_EMPTY', 'Comment must be non-empty.'));
    }
  });

  it('answers unknown methods in Google’s format', async () => {
    const { baseUrl } = await start();
    for (const [method, path] of [
      ['POST', '/v1alpha1/comments:analyse'],
      ['GET', `/v1alpha1/comments:analyze?key=${API_KEY}`],
    ] as const) {
      const response = await fetch(`${baseUrl}${path}`, { method });
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: { code: 404, message: 'Method not found.', status: 'NOT_FOUND' } },
      ]);
    }
  });

  it('refuses a missing key with 403 and a wrong one with 400, before it looks at the body', async () => {
    const { baseUrl } = await start();
    const missing = await callPerspective(baseUrl, 'analyze', {}, { key: '' });
    expect(missing).toMatchObject({
      status: 403,
      body: { error: { status: 'PERMISSION_DENIED' } },
    });
    const wrong = await callPerspective(baseUrl, 'analyze', {}, { key: 'wrong' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: { details: [{ reason: 'API_KEY_INVALID' }] } },
    });
  });
});

it('takes the key in x-goog-api-key as well', async () => {
  const { baseUrl } = await start();
  const response = await fetch(`${baseUrl}/v1alpha1/comments:analyze`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': 'a-key-for-the-tests' },
    body: JSON.stringify({ comment: { text: 'hi' }, requestedAttributes: { TOXICITY: {} } }),
  });
  expect(response.status).toBe(200);
});

it('answers a suggested score with its token', async () => {
  const { baseUrl } = await start();
  const { status, body } = await callPerspective(baseUrl, 'suggestscore', {
    comment: { text: 'Get busy living, or get busy dying.' },
    attributeScores: { TOXICITY: { summaryScore: { value: 0 } } },
    communityId: '/forum/movies',
    clientToken: 'comment-53922',
  });
  expect([status, body]).toEqual([200, { clientToken: 'comment-53922' }]);
  const empty = await callPerspective(baseUrl, 'suggestscore', { attributeScores: {} });
  expect(empty.body).toEqual(perspectiveRefusal('COMMENT_EMPTY', 'Comment must be non-empty.'));
});

it('describes itself at both of Google’s addresses, without a key, with the caller’s address', async () => {
  const { baseUrl } = await start();
  for (const path of [
    '/$discovery/rest?version=v1alpha1',
    '/discovery/v1/apis/commentanalyzer/v1alpha1/rest',
  ]) {
    const response = await fetch(baseUrl + path);
    expect(await response.json()).toMatchObject({
      name: 'commentanalyzer',
      rootUrl: `${baseUrl}/`,
      resources: { comments: { methods: { analyze: { path: 'v1alpha1/comments:analyze' } } } },
    });
  }
  expect((await fetch(`${baseUrl}/$discovery/rest?version=v9`)).status).toBe(404);
});

it('answers 429 in Google’s words once a key has used up its limit', async () => {
  const { baseUrl } = await startService({ compatible: { commentsPerSecond: 1 } });
  const request = { comment: { text: 'hi' }, requestedAttributes: { TOXICITY: {} } };
  const answers = [];
  for (let sent = 0; sent < 4; sent += 1) {
    answers.push(await callPerspective(baseUrl, 'analyze', request));
  }
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get('retry-after')).toBe('1');
  expect(refused?.body).toMatchObject({ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } });
});

it('exists only where it is switched on', async () => {
  const { baseUrl } = await startService();
  expect((await callPerspective(baseUrl, 'analyze', {})).status).toBe(404);
});
