import { describe, expect, it } from 'vitest';
import {
  requestConsole,
  requestService,
  requestStream,
  refusal as envelopeRefusal,
  type ContractRequest,
  streamRefusal,
  type ContractResponse,
  type Json,
} from './http.ts';
import { isBalanced, isDirect, ours, useTarget, type Target } from './target.ts';

/* Input that must not break any route. The interface requires a message instead of data; the status codes are ours. */

const target = useTarget();

interface Route {
  method: string;
  path: string;
  refusal: (ourStatus: number) => object;
  send: (target: Target, request: ContractRequest) => Promise<ContractResponse>;
  /** A valid body with all optional fields. */
  body: Json;
  /** Our status if every string of the body is unusual. */
  strange: 200 | 400 | 404;
}

const ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/text/moderation',
    strange: 200,
    send: requestService,
    refusal: envelopeRefusal,
    body: { sample: 'hello', metadata: {} },
  },
  {
    method: 'PATCH',
    path: '/addons',
    strange: 400,
    send: requestService,
    refusal: envelopeRefusal,
    body: { addon: 'keywordAlert', webhook: 'https://hooks.invalid', includeFullMessage: true },
  },
  {
    method: 'PATCH',
    path: '/addons/keywords',
    strange: 200,
    send: requestService,
    refusal: envelopeRefusal,
    body: { keyword: 'kites' },
  },
  {
    method: 'DELETE',
    path: '/addons/keywords',
    strange: 200,
    send: requestService,
    refusal: envelopeRefusal,
    body: { keyword: 'kites' },
  },
  {
    method: 'POST',
    path: '/insights/community/query',
    strange: 400,
    send: requestService,
    refusal: envelopeRefusal,
    body: {
      timefrom: '2025-05-01 00:00:00',
      timeto: '2025-05-02 00:00:00',
      maxresults: 10,
      metric: 'sentiment',
    },
  },
  {
    method: 'POST',
    path: '/stats/moderation/search',
    strange: 400,
    send: requestService,
    refusal: envelopeRefusal,
    body: { timefrom: '2025-05-01 00:00:00', timeto: '2025-05-02 00:00:00' },
  },
  {
    method: 'POST',
    path: '/stream/tag',
    strange: 400,
    send: requestStream,
    refusal: streamRefusal,
    body: {
      url: 'https://media.invalid',
      convoId: 'c',
      webhook: 'https://hooks.invalid',
      seedSentence: 'birds',
    },
  },
  {
    method: 'POST',
    path: '/stream/c',
    strange: 404,
    send: requestStream,
    refusal: streamRefusal,
    body: { authorKey: 'k' },
  },
  {
    method: 'POST',
    path: '/api/properties/actions',
    strange: 400,
    send: requestConsole,
    refusal: envelopeRefusal,
    body: { property_id: 'p', command: 'roles', operation: 'add', target: ['u'], value: ['r'] },
  },
  {
    method: 'PATCH',
    path: '/api/properties/settings',
    strange: 200,
    send: requestConsole,
    refusal: envelopeRefusal,
    body: { patches: [{ key: 'k', value: 1, target: 'p' }] },
  },
  {
    method: 'POST',
    path: '/api/properties/analytics',
    strange: 400,
    send: requestConsole,
    refusal: envelopeRefusal,
    body: { tag: 'p::2025-05-01' },
  },
  {
    method: 'POST',
    path: '/api/properties/analytics/available',
    strange: 200,
    send: requestConsole,
    refusal: envelopeRefusal,
    body: { property_id: 'p', timeframe: { from: 0, to: 1 } },
  },
];

const FIELDS = ROUTES.flatMap((route) =>
  Object.keys(route.body).map((field) => ({ route, field })),
);

/** The body as JSON, with every string replaced by `escape` between letters. */
const withStrings = (body: Json, escape: string): string =>
  JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'string' ? 'MARK' : value,
  ).replaceAll('MARK', `a${escape}b`);

describe.each(ROUTES)('$method $path', ({ method, path, strange, send, refusal, body }) => {
  const post = (rawBody: string, headers?: Record<string, string>) =>
    send(target, headers ? { method, path, rawBody, headers } : { method, path, rawBody });

  it.each([
    ['an empty body', ''],
    ['plain text', 'hello'],
    ['truncated JSON', '{"sample":"hel'],
    ['two values', '{} {}'],
    ['null', 'null'],
    ['a number', '7'],
    ['a string', '"sample"'],
    ['a list', '[{"sample":"hello"}]'],
    ['an empty object', '{}'],
    ['lists 30,000 deep', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['objects 8,000 deep', `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`],
    ['only prototype keys', '{"__proto__":{"sample":"a"},"constructor":{"prototype":{}}}'],
  ])('rejects %s', async (_what, rawBody) => {
    expect(await post(rawBody)).toMatchObject(refusal(400));
  });

  // A load balancer passes on no answer that comes before the whole body was sent.
  it.skipIf(isBalanced)('rejects a string of 1 MB', async () => {
    expect(await post(JSON.stringify({ ...body, more: 'x'.repeat(2 ** 20) }))).toMatchObject(
      refusal(413),
    );
  });

  it.each([
    ['a lone surrogate', String.raw`\ud83d`],
    ['NUL', String.raw`\u0000`],
    ['a right-to-left override', String.raw`\u202e`],
  ])('responds to strings with %s and keeps working', async (_what, escape) => {
    const response = await post(withStrings(body, escape));
    const { status, json } = response;
    expect(response).toMatchObject(
      strange === 200 ? ours({ status: strange }, {}) : refusal(strange),
    );
    expect(status).toBeLessThan(500);
    expect(json).toEqual(expect.any(Object));
  });

  it('rejects a request without a key', async () => {
    expect(await post(JSON.stringify(body), {})).toMatchObject(refusal(401));
  });

  it.skipIf(isDirect)('rejects a body that is not labelled as JSON', async () => {
    const keys = {
      'x-service-api-auth': target.apiKey,
      'x-service-api': 'servicevoice',
      authorization: `Bearer ${target.apiKey}`,
    };
    const headers = { ...keys, 'content-type': 'text/plain' };
    expect(await post(JSON.stringify(body), headers)).toMatchObject(refusal(415));
  });

  it('rejects other methods', async () => {
    const response = await send(target, { method: 'PUT', path, body });
    expect(response).toMatchObject(refusal(405));
    const allowed = expect.stringContaining(method);
    expect(response.headers.get('allow')).toEqual(ours(allowed, response.headers.get('allow')));
  });
});

it.each(FIELDS)('rejects a wrong type of $field at $route.path ($route.method)', async (row) => {
  const { method, path, send, refusal, body } = row.route;
  const wrong = typeof body[row.field] === 'number' ? 'seven' : 7;
  expect(await send(target, { method, path, body: { ...body, [row.field]: wrong } })).toMatchObject(
    refusal(400),
  );
  const isNull = await send(target, { method, path, body: { ...body, [row.field]: null } });
  expect(isNull).toMatchObject(refusal(400));
});

it.each([
  ['/', 404],
  ['/text', 404],
  ['/text/moderation/more', 404],
  ['/insights/community', 404],
  ['/api/properties', 404],
  ['/%00', 404],
  ['/addons/../../etc', 404],
])('rejects the path %s', async (path, ourStatus) => {
  expect(await requestService(target, { method: 'GET', path })).toMatchObject(
    envelopeRefusal(ourStatus),
  );
});

// Within the process there is no address to decode.
it.skipIf(isDirect)('rejects a path that cannot be decoded', async () => {
  expect(await requestService(target, { method: 'GET', path: '/%zz' })).toMatchObject(
    envelopeRefusal(400),
  );
});
