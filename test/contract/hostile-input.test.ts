import { describe, expect, it } from 'vitest';
import {
  askConsole,
  askService,
  askStream,
  refusal as envelopeRefusal,
  type Asked,
  streamRefusal,
  type Answered,
  type Json,
} from './http.ts';
import { ours, useTarget, type Target } from './target.ts';

/* What no route may stumble over. The document wants a sentence instead of data; the status codes are our own choice. */

const target = useTarget();

interface Route {
  method: string;
  path: string;
  refusal: (ourStatus: number) => object;
  ask: (target: Target, asked: Asked) => Promise<Answered>;
  /** A body that is right, all optional fields in it. */
  body: Json;
}

const ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/text/moderation',
    ask: askService,
    refusal: envelopeRefusal,
    body: { sample: 'hello', metadata: {} },
  },
  {
    method: 'PATCH',
    path: '/addons',
    ask: askService,
    refusal: envelopeRefusal,
    body: { addon: 'keywordAlert', webhook: 'https://hooks.invalid', includeFullMessage: true },
  },
  {
    method: 'PATCH',
    path: '/addons/keywords',
    ask: askService,
    refusal: envelopeRefusal,
    body: { keyword: 'kites' },
  },
  {
    method: 'DELETE',
    path: '/addons/keywords',
    ask: askService,
    refusal: envelopeRefusal,
    body: { keyword: 'kites' },
  },
  {
    method: 'POST',
    path: '/insights/community/query',
    ask: askService,
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
    ask: askService,
    refusal: envelopeRefusal,
    body: { timefrom: '2025-05-01 00:00:00', timeto: '2025-05-02 00:00:00' },
  },
  {
    method: 'POST',
    path: '/stream/tag',
    ask: askStream,
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
    ask: askStream,
    refusal: streamRefusal,
    body: { authorKey: 'k' },
  },
  {
    method: 'POST',
    path: '/api/properties/actions',
    ask: askConsole,
    refusal: envelopeRefusal,
    body: { property_id: 'p', command: 'roles', operation: 'add', target: ['u'], value: ['r'] },
  },
  {
    method: 'PATCH',
    path: '/api/properties/settings',
    ask: askConsole,
    refusal: envelopeRefusal,
    body: { patches: [{ key: 'k', value: 1, target: 'p' }] },
  },
  {
    method: 'POST',
    path: '/api/properties/analytics',
    ask: askConsole,
    refusal: envelopeRefusal,
    body: { tag: 'p::2025-05-01' },
  },
  {
    method: 'POST',
    path: '/api/properties/analytics/available',
    ask: askConsole,
    refusal: envelopeRefusal,
    body: { property_id: 'p', timeframe: { from: 0, to: 1 } },
  },
];

const FIELDS = ROUTES.flatMap((route) =>
  Object.keys(route.body).map((field) => ({ route, field })),
);

/** A field's value, or one within it, that is a string. */
const withString = (body: Json, text: string): Json =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, typeof value === 'string' ? text : value]),
  );

describe.each(ROUTES)('$method $path', ({ method, path, ask, refusal, body }) => {
  const send = (rawBody: string, headers?: Record<string, string>) =>
    ask(target, headers ? { method, path, rawBody, headers } : { method, path, rawBody });

  it.each([
    ['nothing', ''],
    ['words', 'hello'],
    ['JSON that breaks off', '{"sample":"hel'],
    ['two values', '{} {}'],
    ['null', 'null'],
    ['a number', '7'],
    ['a string', '"sample"'],
    ['a list', '[{"sample":"hello"}]'],
    ['an empty object', '{}'],
    ['a list in a list, 30,000 deep', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['objects 8,000 deep', `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`],
    ['keys of the prototype alone', '{"__proto__":{"sample":"a"},"constructor":{"prototype":{}}}'],
  ])('refuses %s', async (_what, rawBody) => {
    expect(await send(rawBody)).toMatchObject(refusal(400));
  });

  it('refuses a string of 1 MB', async () => {
    expect(await send(JSON.stringify({ ...body, more: 'x'.repeat(2 ** 20) }))).toMatchObject(
      refusal(413),
    );
  });

  it.each([
    ['half a surrogate pair', String.raw`\ud83d`],
    ['NUL', String.raw`\u0000`],
    ['a text that turns round', String.raw`\u202e`],
  ])('answers strings that hold %s, and stays well', async (_what, escape) => {
    const rawBody = JSON.stringify(withString(body, 'MARK')).replaceAll('MARK', `a${escape}b`);
    const { status, json } = await send(rawBody);
    expect(status).toBeLessThan(500);
    expect(json).toEqual(expect.any(Object));
  });

  it('answers nobody without a key', async () => {
    expect(await send(JSON.stringify(body), {})).toMatchObject(refusal(401));
  });

  it('refuses a body that is not said to be JSON', async () => {
    const keys = {
      'x-service-api-auth': target.apiKey,
      'x-service-api': 'servicevoice',
      authorization: `Bearer ${target.apiKey}`,
    };
    const headers = { ...keys, 'content-type': 'text/plain' };
    expect(await send(JSON.stringify(body), headers)).toMatchObject(refusal(415));
  });

  it('refuses other methods', async () => {
    const answered = await ask(target, { method: 'PUT', path, body });
    // No route was asked, so the frame is that of all others.
    expect(answered).toMatchObject(envelopeRefusal(405));
    const allowed = expect.stringContaining(method);
    expect(answered.headers.get('allow')).toEqual(ours(allowed, answered.headers.get('allow')));
  });
});

it.each(FIELDS)('refuses a wrong type of $field at $route.path ($route.method)', async (row) => {
  const { method, path, ask, refusal, body } = row.route;
  const wrong = typeof body[row.field] === 'number' ? 'seven' : 7;
  expect(await ask(target, { method, path, body: { ...body, [row.field]: wrong } })).toMatchObject(
    refusal(400),
  );
  const isNull = await ask(target, { method, path, body: { ...body, [row.field]: null } });
  expect(isNull).toMatchObject(refusal(400));
});

it.each([
  ['/', 404],
  ['/text', 404],
  ['/text/moderation/more', 404],
  ['/insights/community', 404],
  ['/api/properties', 404],
  ['/%00', 404],
  ['/%zz', 400],
  ['/addons/../../etc', 404],
])('refuses the path %s', async (path, ourStatus) => {
  expect(await askService(target, { method: 'GET', path })).toMatchObject(
    envelopeRefusal(ourStatus),
  );
});
