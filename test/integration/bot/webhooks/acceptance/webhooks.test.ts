import { describe, expect, it } from 'vitest';
import { webhookPath } from '../../../../../src/bot/webhooks/acceptance/webhooks.ts';
import { createStrike } from '../../../../../src/shared/secrets.ts';
import { createDeferred } from '../../../../helpers/deferred.ts';
import {
  keywordAlert,
  NOW,
  errorBody,
  startListener,
  taggingResult,
  TOKEN,
} from '../../listener/start-listener.ts';

describe('a webhook event', () => {
  it('that repeats a secret is stored without it', async () => {
    const strike = createStrike(['key-of-the-service']);
    const listener = await startListener({ strike });
    const payload = {
      keywordDetected: 'key-of-the-service',
      metadata: {},
      fullText: 'a "key-of-the-service"',
    };
    expect((await listener.post(keywordAlert({ payload }))).status).toBe(200);
    expect(listener.accepted).toMatchObject([
      { payload: { keywordDetected: '[secret]', fullText: 'a "[secret]"' } },
    ]);
  });

  it('about a keyword is stored and gets a 200 with an empty object', async () => {
    const listener = await startListener();
    expect(await listener.post(keywordAlert())).toMatchObject({ status: 200, body: {} });
    expect(listener.received).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        event: keywordAlert(),
        receivedAtMs: NOW,
        signatureProblem: null,
      },
    ]);
  });

  it('about a tagging session gets exactly 200', async () => {
    const listener = await startListener();
    expect((await listener.post(taggingResult())).status).toBe(200);
    expect(listener.accepted).toEqual([taggingResult()]);
  });

  it('gets its response only when it is stored', async () => {
    const stored = createDeferred<'stored'>();
    const began = createDeferred();
    const accept = () => {
      began.resolve();
      return stored.promise;
    };
    const listener = await startListener({ accept });
    let isAnswered = false;
    const answer = listener.post(keywordAlert()).finally(() => {
      isAnswered = true;
    });
    await began.promise;
    // Another response has arrived meanwhile.
    await fetch(`${listener.url}/healthz`);
    expect(isAnswered).toBe(false);
    stored.resolve('stored');
    expect((await answer).status).toBe(200);
  });

  it('that arrives again gets the same response and is accepted once', async () => {
    const listener = await startListener();
    const first = await listener.post(keywordAlert());
    const again = await listener.post(keywordAlert());
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(listener.received).toHaveLength(1);
    expect(listener.lines.join()).toContain('event arrived again');
  });

  it('that no server may see gets a 200, so that the service does not send it again', async () => {
    const listener = await startListener({ accept: () => Promise.resolve('unwanted') });
    expect((await listener.post(keywordAlert())).status).toBe(200);
  });

  it('with the same content and another time is another event', async () => {
    const listener = await startListener();
    await listener.post(keywordAlert());
    await listener.post(keywordAlert({ time: NOW + 1 }));
    expect(new Set(listener.received.map(({ id }) => id)).size).toBe(2);
  });

  it('that cannot be stored gets a 503 with Retry-After', async () => {
    const accept = () => Promise.reject(new Error('database is locked'));
    const listener = await startListener({ accept });
    const { status, headers, body } = await listener.post(keywordAlert());
    expect({ status, body }).toEqual({
      status: 503,
      body: errorBody('The event could not be stored. Send it again.'),
    });
    expect(headers.get('retry-after')).toBe('5');
    expect(listener.lines.join()).toContain('database is locked');
  });

  it('gets a 503 while too many are being stored, and is accepted afterwards', async () => {
    const stored = createDeferred<'stored'>();
    const began = createDeferred();
    const accept = () => {
      began.resolve();
      return stored.promise;
    };
    const listener = await startListener({ accept, limits: { maxAccepting: 1 } });
    const first = listener.post(keywordAlert());
    await began.promise;
    const second = await listener.post(keywordAlert({ time: NOW + 1 }));
    expect(second.status).toBe(503);
    expect(second.headers.get('retry-after')).toBe('5');
    stored.resolve('stored');
    expect((await first).status).toBe(200);
    expect((await listener.post(keywordAlert({ time: NOW + 1 }))).status).toBe(200);
  });
});

describe('an invalid request', () => {
  const UNKNOWN_SENDER = 'The sender of the event is unknown.';
  const UNKNOWN_ADDON = 'The add-on of the event is unknown.';
  const NOT_JSON = 'The body is not valid JSON.';

  it.each([
    ['not JSON', '{"a', 400, NOT_JSON],
    ['empty', '', 400, NOT_JSON],
    ['a string', '"a"', 422, 'The body must be a JSON object.'],
    ['a list', '[]', 422, 'The body must be a JSON object.'],
    ['null', 'null', 422, 'The body must be a JSON object.'],
    ['of an unknown addon', keywordAlert({ addon: 'other' }), 422, UNKNOWN_ADDON],
    ['of an addon every object has', keywordAlert({ addon: 'constructor' }), 422, UNKNOWN_ADDON],
    ['without an addon', keywordAlert({ addon: undefined }), 422, UNKNOWN_ADDON],
    ['of an unknown sender', keywordAlert({ sender: 'someone' }), 422, UNKNOWN_SENDER],
    [
      'without a payload',
      keywordAlert({ payload: undefined }),
      422,
      'The field payload is missing or has the wrong type.',
    ],
    [
      'with an invalid keyword',
      keywordAlert({ payload: { keywordDetected: 1, fullText: false } }),
      422,
      'The field payload.keywordDetected is missing or has the wrong type.',
    ],
  ])('because it is %s is refused with an envelope', async (_name, given, status, sentence) => {
    const listener = await startListener();
    const answer = await listener.post(given);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status,
      body: errorBody(sentence),
    });
    expect(listener.accepted).toEqual([]);
  });

  it.each([
    ['a string', String(NOW)],
    ['a fraction', NOW + 0.5],
    ['negative', -1],
    ['past the end of the calendar', 8_640_000_000_000_001],
    ['past what numbers hold', 1e300],
    ['null', null],
  ])('because its time is %s is refused', async (_name, time) => {
    const listener = await startListener();
    expect((await listener.post(keywordAlert({ time }))).status).toBe(422);
    expect(listener.accepted).toEqual([]);
  });

  it('with another content type gets a 415', async () => {
    const listener = await startListener();
    const bodies = await Promise.all(
      ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'nonsense'].map(
        (type) => listener.post(keywordAlert(), { headers: { 'content-type': type } }),
      ),
    );
    for (const { status, body } of bodies) {
      expect(status).toBe(415);
      expect(body).toEqual(errorBody('The content type of a body must be application/json.'));
    }
  });

  it('without a body is rejected', async () => {
    const listener = await startListener();
    const { status, body } = await listener.post(null, { headers: {}, body: null });
    expect({ status, body }).toEqual({ status: 400, body: errorBody('The request has no body.') });
  });

  it('with more than 256 KiB gets a 413', async () => {
    const listener = await startListener();
    const fits = keywordAlert({ payload: { keywordDetected: 'a', fullText: '' } });
    const room = 256 * 1024 - JSON.stringify(fits).length;
    const sized = (letters: number) =>
      keywordAlert({ payload: { keywordDetected: 'a', fullText: 'x'.repeat(letters) } });
    expect((await listener.post(sized(room))).status).toBe(200);
    const { status, body } = await listener.post(sized(room + 1));
    expect(status).toBe(413);
    expect(body).toEqual(errorBody('The body is larger than 262144 bytes.'));
  });

  it('that is not UTF-8 is rejected', async () => {
    const listener = await startListener();
    const body = Buffer.concat([
      Buffer.from('{"a":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    const answer = await listener.post('', { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(errorBody('The body is not UTF-8.'));
  });

  it('with too many nested levels is rejected', async () => {
    const listener = await startListener();
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const body = JSON.stringify(keywordAlert({ deep: 0 })).replace('"deep":0', `"deep":${deep}`);
    expect((await listener.post(body)).status).toBe(422);
  });

  it('to an unknown path gets the same response as one with a wrong token', async () => {
    const listener = await startListener();
    const paths = [
      '/',
      '/webhooks',
      '/webhooks/',
      webhookPath('wrong'),
      webhookPath(`${TOKEN}x`),
      webhookPath(TOKEN.slice(1)),
      webhookPath(TOKEN.toUpperCase()),
      webhookPath('x'.repeat(5000)),
      webhookPath('__proto__'),
    ];
    for (const path of paths) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      const response = await fetch(`${listener.url}${path}`, init);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toEqual(errorBody('This route does not exist.'));
    }
    expect((await fetch(`${listener.url}${webhookPath(TOKEN)}`)).status).toBe(404);
    expect((await fetch(`${listener.url}/%zz`)).status).toBe(400);
  });

  it('is logged with status and reason, but without body, token or path', async () => {
    const listener = await startListener();
    await listener.post('{"a":"a-marked-word');
    await listener.post(keywordAlert({ addon: 'a-marked-word' }));
    await listener.post('', { body: Buffer.from([0xff]) });
    await fetch(`${listener.url}/webhooks/a-marked-word`, {
      method: 'POST',
      body: 'a-marked-word',
    });
    await fetch(`${listener.url}/%zz/a-marked-word`);
    const log = listener.lines.join('\n');
    expect(log).toContain('The path of the request is malformed.');
    for (const status of [400, 422, 404]) expect(log).toContain(`"status":${status}`);
    expect(log).toContain('The add-on of the event is unknown.');
    expect(log).not.toContain('a-marked-word');
    expect(log).not.toContain(TOKEN);
  });
});

it('counts responses to webhooks by status', async () => {
  const listener = await startListener();
  await listener.post(keywordAlert());
  await listener.post(keywordAlert());
  await listener.post('{');
  const { text } = await listener.metrics.expose();
  expect(text).toContain('portcullis_webhook_answers_total{status="200"} 2');
  expect(text).toContain('portcullis_webhook_answers_total{status="400"} 1');
});
