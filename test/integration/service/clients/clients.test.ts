import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Discovery } from 'googleapis-common';
import OpenAI, { AuthenticationError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../helpers/engine.ts';
import { createService } from '../../../../src/service/service.ts';
import { API_KEY } from '../start.ts';
import { startGoogleProxy } from './google-proxy.ts';

/*
 * Clients that others wrote, unmodified. Those in which Google's address is fixed reach the service as they would on an
 * operator's machine: through a TLS proxy that answers for that host.
 */

const run = promisify(execFile);
const FOLDER = 'test/integration/service/clients';

const service = createService({
  apiKey: API_KEY,
  engine,
  compatible: { commentsPerSecond: 0 },
});
let baseUrl = '';
beforeAll(async () => {
  ({ baseUrl } = await service.start());
});
afterAll(() => service.stop());

const score = { value: expect.any(Number), type: 'PROBABILITY' };

describe('googleapis (discoverAPI)', () => {
  const discover = async () => {
    const discovery = new Discovery({ debug: false, includePrivate: false });
    const create = await discovery.discoverAPI(`${baseUrl}/$discovery/rest?version=v1alpha1`);
    return Object(create({}, {}));
  };

  it('discovers the interface and analyses a comment', async () => {
    const client = await discover();
    const { data } = await client.comments.analyze({
      key: API_KEY,
      resource: {
        comment: { text: 'Jiminy cricket! Well gosh durned it! Oh damn it all!' },
        requestedAttributes: { TOXICITY: {} },
      },
    });
    expect(data).toMatchObject({
      attributeScores: { TOXICITY: { summaryScore: score } },
      languages: ['en'],
    });
  });

  it('rejects with the error and its details', async () => {
    const client = await discover();
    const analysis = client.comments.analyze({ key: API_KEY, resource: { comment: { text: '' } } });
    await expect(analysis).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('Comment must be non-empty.'),
    });
  });

  it('suggests a score', async () => {
    const client = await discover();
    const { data } = await client.comments.suggestscore({
      key: API_KEY,
      resource: {
        comment: { text: 'hello' },
        attributeScores: { TOXICITY: { summaryScore: { value: 0 } } },
        clientToken: 'token',
      },
    });
    expect(data).toEqual({ clientToken: 'token' });
  });
});

describe('perspective clients on npm', () => {
  const runClient = async (script: string): Promise<unknown> => {
    const { env } = await startGoogleProxy(baseUrl);
    const { stdout } = await run(process.execPath, [join(FOLDER, script)], {
      env: { PATH: process.env.PATH, PERSPECTIVE_API_KEY: API_KEY, ...env },
    });
    return JSON.parse(stdout);
  };

  it('perspective-api-client analyses a text, and shows why one was refused', async () => {
    expect(await runClient('perspective-api-client.mjs')).toMatchObject({
      scores: { attributeScores: { TOXICITY: { summaryScore: score }, INSULT: {} } },
      problem: 'ResponseError: Unknown requested attribute: FLIRTATION',
    });
  });

  it('@conversationai/perspectiveapi-js-client gets scores', async () => {
    expect(await runClient('perspectiveapi-js-client.mjs')).toEqual({
      scores: { TOXICITY: expect.any(Number), THREAT: expect.any(Number) },
    });
  });
});

const PYTHON = '/usr/bin/python3';
const hasGoogleapi = existsSync('/usr/lib/python3/dist-packages/googleapiclient');

it.skipIf(!hasGoogleapi)('Debian’s python3-googleapi builds a client and uses it', async () => {
  const { stdout } = await run(PYTHON, [
    join(FOLDER, 'googleapiclient_analyze.py'),
    baseUrl,
    API_KEY,
  ]);
  expect(JSON.parse(stdout)).toMatchObject({
    scores: { attributeScores: { TOXICITY: { summaryScore: score } } },
    problem: {
      code: 400,
      message: 'Comment must be non-empty.',
      details: [{ errorType: 'COMMENT_EMPTY' }],
    },
    suggestion: { clientToken: 't' },
  });
});

describe('openai', () => {
  const client = (apiKey = API_KEY) => new OpenAI({ apiKey, baseURL: `${baseUrl}/v1` });

  it('moderates a text and a list of texts', async () => {
    const one = await client().moderations.create({ input: 'I will find you and kill you' });
    expect(one.results).toMatchObject([{ flagged: true, categories: { violence: true } }]);
    expect(one._request_id).toMatch(/^req_/);
    const two = await client().moderations.create({
      model: 'omni-moderation-latest',
      input: ['hello', 'you are a stupid idiot'],
    });
    expect(two.results.map(({ flagged }) => flagged)).toEqual([false, true]);
  });

  it('raises its own errors for a picture and for a wrong key', async () => {
    const picture = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } } as const;
    await expect(client().moderations.create({ input: [picture] })).rejects.toMatchObject({
      status: 400,
      code: 'unsupported_image',
      requestID: expect.stringMatching(/^req_/),
    });
    await expect(client('wrong').moderations.create({ input: 'a' })).rejects.toBeInstanceOf(
      AuthenticationError,
    );
  });
});

describe('Coral', () => {
  /** As `sendToPerspective` does: its settings' endpoint, the operation, the key in the query. */
  async function send(operation: string, body: unknown) {
    const url = new URL(`${baseUrl}/v1alpha1`);
    url.pathname = join(url.pathname, `/${operation}`);
    url.searchParams.set('key', API_KEY);
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return { ok: response.ok, data: await response.json() };
  }

  it('reads the score of its model', async () => {
    const { ok, data } = await send('comments:analyze', {
      comment: { text: 'you are a stupid idiot' },
      doNotStore: true,
      requestedAttributes: { TOXICITY: {} },
      languages: ['en'],
    });
    expect(ok).toBe(true);
    expect(Object(data).attributeScores.TOXICITY.summaryScore.value).toBeGreaterThan(0.8);
  });

  it('reports what moderators decided', async () => {
    const { ok } = await send('comments:suggestscore', {
      comment: { text: 'you are a stupid idiot' },
      context: { entries: [{ text: '{"url":"https://example.com/story?commentID=1"}' }] },
      attributeScores: { DELETED: { summaryScore: { value: 1 } } },
      languages: ['en'],
      communityId: 'Coral:https://coral.example.com',
      clientToken: 'comment:1',
    });
    expect(ok).toBe(true);
  });
});
