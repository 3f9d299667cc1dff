import { deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Call } from '../../../../../src/service-api/client/calls/caller.ts';
import {
  InvalidRequestError,
  InvalidResponseError,
} from '../../../../../src/service-api/client/errors.ts';
import {
  createPropertyGroup,
  MAX_INFLATED_BYTES,
} from '../../../../../src/service-api/client/groups/property.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import { startHttpServer, type Handler } from '../../../../helpers/http-server.ts';
import { API_KEY, answering, received, rejection, startClient } from '../setup.ts';

async function startOn(handler: Handler) {
  const server = await startHttpServer(handler);
  const client = startClient({
    baseUrl: 'http://127.0.0.1:9',
    consoleUrl: `${server.baseUrl}/console/`,
    clock: createFakeClock(),
    limits: { maxTries: 1 },
  });
  return { server, property: client.property ?? expect.fail('there is a console') };
}

const start = (answer: unknown) => startOn(answering(answer));
const compressed = (payload: string) => ({ data: { isDeflateCompressed: true, payload } });
const deflated = (data: string | Buffer) => compressed(deflateSync(data).toString('base64'));
const TAG = 'p1::2025-05-01';

it('is null without a console URL', () => {
  expect(startClient({ baseUrl: 'http://127.0.0.1' }).property).toBeNull();
});

it('sends an action to the console with a bearer token', async () => {
  const { server, property } = await start({ done: true });

  const answer = await property.act({
    propertyId: 'p1',
    command: 'roles',
    operation: 'add',
    target: ['u1', 'u2'],
    value: ['r1', 2],
  });

  expect(answer).toEqual({ done: true });
  const { headers, ...request } = received(server);
  expect(request).toEqual({
    method: 'POST',
    url: '/console/api/properties/actions',
    body: {
      property_id: 'p1',
      command: 'roles',
      operation: 'add',
      target: ['u1', 'u2'],
      value: ['r1', 2],
    },
  });
  expect(headers).toMatchObject({ authorization: `Bearer ${API_KEY}` });
  expect(headers).not.toHaveProperty('x-service-api-auth');
});

it('omits the optional fields of an action', async () => {
  const { server, property } = await start({});
  await property.act({ propertyId: 'p1', command: 'lock', operation: 'remove' });
  expect(received(server).body).toEqual({
    property_id: 'p1',
    command: 'lock',
    operation: 'remove',
  });
});

it('rejects an action without a property or a command before sending', async () => {
  const { server, property } = await start({});
  const action = { propertyId: 'p1', command: 'ban', operation: 'add' } as const;
  await rejection(property.act({ ...action, propertyId: '' }), InvalidRequestError);
  await rejection(property.act({ ...action, command: '' }), InvalidRequestError);
  expect(server.requests).toHaveLength(0);
});

it('patches settings', async () => {
  const { server, property } = await start({});
  const patches = [
    { key: '@property/name', value: 'Kites', target: 'p1' },
    { key: '@property/discord/feature.verify', value: true, target: 'p1' },
  ];
  await property.patchSettings(patches);
  expect(received(server)).toMatchObject({
    method: 'PATCH',
    url: '/console/api/properties/settings',
    body: { patches },
  });
});

it('reads uncompressed analytics with any keys', async () => {
  const { server, property } = await start({
    data: { isDeflateCompressed: false, payload: { bans: [1] } },
  });
  expect(await property.analytics(TAG)).toEqual({ bans: [1] });
  expect(received(server)).toMatchObject({
    method: 'POST',
    url: '/console/api/properties/analytics',
    body: { tag: TAG },
  });
});

it('inflates compressed analytics', async () => {
  const payload = { names: 'Zoë 🪁'.repeat(300_000) };
  const { property } = await start(deflated(JSON.stringify(payload)));
  expect(await property.analytics(TAG)).toEqual(payload);
});

it('stops inflating a zip bomb at the limit', async () => {
  const bomb = deflateSync(Buffer.alloc(MAX_INFLATED_BYTES + 1, ' '), { level: 9 });
  expect(bomb.length).toBeLessThan(100_000);
  const { property } = await start(compressed(bomb.toString('base64')));
  const error = await rejection(property.analytics(TAG), InvalidResponseError);
  expect(error.message).toContain('the payload inflates to more than 67108864 bytes');
});

it('inflates up to the limit and fails one byte above', async () => {
  const text = JSON.stringify({ text: 'x'.repeat(100) });
  const call: Call = ({ schema }) => Promise.resolve(schema.parse(deflated(text)));
  const analytics = (maxBytes: number) => createPropertyGroup(call, maxBytes).analytics(TAG);
  expect(await analytics(text.length)).toEqual(JSON.parse(text));
  await rejection(analytics(text.length - 1), InvalidResponseError);
});

const whole = deflateSync('{"a":"SECRET-VALUE"}');

it.each([
  ['is cut off', compressed(whole.subarray(0, -6).toString('base64')), /cannot be inflated/],
  ['is damaged', compressed(`AAAA${whole.toString('base64').slice(4)}`), /cannot be inflated/],
  ['is gzip', compressed(gzipSync('{}').toString('base64')), /cannot be inflated/],
  ['is empty', compressed(''), /cannot be inflated/],
  ['is not base64', compressed('%%%%'), /cannot be inflated/],
  ['is not JSON', deflated('SECRET-VALUE{'), /is not JSON in UTF-8/],
  ['is not UTF-8', deflated(Buffer.from('"\xff"', 'latin1')), /is not JSON in UTF-8/],
  ['is a list', deflated('["SECRET-VALUE"]'), /expected record, received array/],
  [
    'is a string without the compression flag',
    { data: { isDeflateCompressed: false, payload: 'SECRET-VALUE' } },
    /payload: Invalid input: expected record/,
  ],
  [
    'is an object with the compression flag',
    { data: { isDeflateCompressed: true, payload: {} } },
    /payload: Invalid input: expected string/,
  ],
])('rejects a payload that %s, without quoting it', async (_what, answer, problem) => {
  const { property } = await start(answer);
  const error = await rejection(property.analytics(TAG), InvalidResponseError);
  expect(error.message).toMatch(problem);
  expect(`${error.stack} ${String(error.cause)}`).not.toContain('SECRET-VALUE');
});

it.each([
  '',
  'p1',
  'p1::',
  '::2025-05-01',
  'p1:2025-05-01',
  'p 1::2025-05-01',
  `p::${'1'.repeat(300)}`,
])('rejects the analytics tag %j before sending', async (tag) => {
  const { server, property } = await start({});
  await rejection(property.analytics(tag), InvalidRequestError);
  expect(server.requests).toHaveLength(0);
});

it.each(['p1::2025-05-01', '112233::05/01/2025', 'p1::2025-05-01T00:00:00Z'])(
  'accepts the analytics tag %s',
  async (tag) => {
    const { property } = await start({ data: { isDeflateCompressed: false, payload: {} } });
    expect(await property.analytics(tag)).toEqual({});
  },
);

it('requests the available analytics in rounded seconds', async () => {
  const { server, property } = await start({ data: { tags: [TAG], auditLogs: [{ id: 1 }] } });

  const available = await property.available({
    propertyId: 'p1',
    fromMs: 1_700_000_000_499,
    toMs: 1_700_000_000_500,
  });

  expect(received(server)).toMatchObject({
    method: 'POST',
    url: '/console/api/properties/analytics/available',
  });
  expect(received(server).body).toEqual({
    property_id: 'p1',
    timeframe: { from: 1_700_000_000, to: 1_700_000_001 },
  });
  expect(available).toMatchObject({ tags: [TAG], auditLogs: [{ id: 1 }] });
});

it.each([
  ['a bare list', [TAG, 'not a tag', 7], [TAG], []],
  ['a bare object', { tags: [TAG], auditLogs: [1] }, [TAG], [1]],
  ['a list under data', { data: [TAG] }, [TAG], []],
  ['an envelope', { api: 'a', success: true, response: { tags: [TAG] } }, [TAG], []],
  ['something else', { found: [TAG] }, [], []],
])('finds the tags in %s and keeps the response', async (_what, answer, tags, auditLogs) => {
  const { property } = await start(answer);
  const query = { propertyId: 'p1', fromMs: 0, toMs: 1 };
  expect(await property.available(query)).toEqual({ tags, auditLogs, answer });
});

it('rejects an invalid timeframe before sending', async () => {
  const { server, property } = await start({});
  const query = { propertyId: 'p1', fromMs: Number.NaN, toMs: 1 };
  await rejection(property.available(query), InvalidRequestError);
  expect(server.requests).toHaveLength(0);
});
