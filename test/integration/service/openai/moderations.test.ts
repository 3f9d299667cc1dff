import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../helpers/engine.ts';
import { createService } from '../../../../src/service/service.ts';
import { API_KEY } from '../start.ts';

const CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
];

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

async function moderate(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${baseUrl}/v1/moderations`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${API_KEY}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: Object(await response.json()),
  };
}

describe('POST /v1/moderations', () => {
  it('gives all thirteen categories a verdict, a score and the inputs it rests on', async () => {
    const { status, headers, body } = await moderate({ input: 'I will find you and kill you' });
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).toMatch(/^req_\w+$/);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^modr-/),
      model: 'omni-moderation-latest',
    });
    const [result] = body.results;
    for (const part of ['categories', 'category_scores', 'category_applied_input_types']) {
      expect(Object.keys(result[part]).toSorted()).toEqual(CATEGORIES);
    }
    expect(result).toMatchObject({
      flagged: true,
      categories: { violence: true, 'harassment/threatening': true, sexual: false },
      category_applied_input_types: { violence: ['text'], 'violence/graphic': [] },
    });
  });

  it('answers a list with a result for each text, and repeats the model', async () => {
    const input = ['have a nice day', 'you are a stupid idiot'];
    const { body } = await moderate({ model: 'text-moderation-stable', input });
    expect(body.model).toBe('text-moderation-stable');
    expect(body.results.map(({ flagged }: { flagged: boolean }) => flagged)).toEqual([false, true]);
  });

  it('answers parts with one result for all of them', async () => {
    const input = ['you are a', 'stupid idiot'].map((text) => ({ type: 'text', text }));
    const { body } = await moderate({ input });
    expect(body.results).toMatchObject([{ flagged: true }]);
  });

  it('says of a text in another language which categories it looked at', async () => {
    const { body } = await moderate({ input: 'Du bist ein dummes Arschloch und ich hasse dich' });
    expect(body.results[0]).toMatchObject({
      categories: { harassment: true },
      category_applied_input_types: { harassment: ['text'], hate: [] },
    });
  });

  it.each([
    [{}, "Missing required parameter: 'input'.", 'missing_required_parameter'],
    [
      { input: 7 },
      "Invalid type for 'input': expected one of a string or an array, but got an integer instead.",
      'invalid_type',
    ],
    [
      { input: [] },
      "Invalid 'input': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      'empty_array',
    ],
    [
      { input: ['a', {}] },
      "Invalid type for 'input[1]': expected a string, but got an object instead.",
      'invalid_type',
      'input[1]',
    ],
    [
      { input: [{ type: 'text' }] },
      "Missing required parameter: 'input[0].text'.",
      'missing_required_parameter',
      'input[0].text',
    ],
    [
      { input: 'a', model: 5 },
      "Invalid type for 'model': expected a string, but got an integer instead.",
      'invalid_type',
      'model',
    ],
    [
      { input: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] },
      'Images are not supported: this service reads text only.',
      'unsupported_image',
      'input[0]',
    ],
    [
      { input: 'a'.repeat(65_537) },
      expect.stringContaining('at most 65536'),
      'string_above_max_length',
    ],
  ])('refuses %j plainly', async (request, message, code, param = 'input') => {
    const { status, headers, body } = await moderate(request);
    expect(status).toBe(400);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(body).toEqual({
      error: { message, type: 'invalid_request_error', param, code },
    });
  });

  it('answers unknown paths and methods under /v1 in OpenAI’s format', async () => {
    const unknown = await fetch(`${baseUrl}/v1/chat/completions`, { method: 'POST' });
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      {
        error: {
          message: 'Invalid URL (POST /v1/chat/completions)',
          type: 'invalid_request_error',
          param: null,
          code: null,
        },
      },
    ]);
    expect(unknown.headers.get('x-request-id')).toMatch(/^req_/);
    const method = await fetch(`${baseUrl}/v1/moderations`);
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await method.json()).toMatchObject({ error: { code: 'method_not_supported' } });
  });

  it('takes the scheme of the key in any case', async () => {
    const authorization = `bearer ${API_KEY}`;
    expect((await moderate({ input: 'a' }, { authorization })).status).toBe(200);
  });

  it('refuses a body that is no JSON, and a missing or wrong key, in OpenAI’s format', async () => {
    expect(await moderate('{')).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error' } },
    });
    expect(await moderate({ input: 'a' }, { authorization: '' })).toMatchObject({
      status: 401,
      body: { error: { type: 'invalid_request_error', code: null } },
    });
    expect(await moderate({ input: 'a' }, { authorization: 'Bearer wrong' })).toMatchObject({
      status: 401,
      body: { error: { message: 'Incorrect API key provided.', code: 'invalid_api_key' } },
    });
  });
});
