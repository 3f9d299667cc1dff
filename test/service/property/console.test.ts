import { inflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { analyticsAnswerSchema, availableAnswerSchema } from '../../../src/protocol/property.ts';
import type { PropertyExecutor, PropertyStep } from '../../../src/service/property/executor.ts';
import type { ServiceDeps } from '../../../src/service/service.ts';
import { createFakeClock } from '../../helpers/fake-clock.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { API_KEY, startService } from '../start.ts';

const OTHER_KEY = 'a-key-of-somebody-else';
const DAY_MS = 24 * 60 * 60 * 1_000;
const NOON = Date.UTC(2025, 4, 10, 12);

const ACTIONS = '/api/properties/actions';
const SETTINGS = '/api/properties/settings';
const ANALYTICS = '/api/properties/analytics';
const AVAILABLE = '/api/properties/analytics/available';

async function send(
  baseUrl: string,
  path: string,
  { body, key = API_KEY, method = 'POST' }: { body: unknown; key?: string; method?: string },
) {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function moderate(baseUrl: string, sample: string, metadata: object): Promise<void> {
  const response = await fetch(`${baseUrl}/text/moderation`, {
    method: 'POST',
    headers: { 'x-service-api-auth': API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ sample, metadata }),
  });
  expect(response.status).toBe(200);
}

/** Does everything, and remembers it. User 9 is refused; user 8 is out of reach. */
function recordingExecutor() {
  const steps: PropertyStep[] = [];
  const settings: unknown[] = [];
  const executor: PropertyExecutor = {
    async act(step) {
      steps.push(step);
      if (step.userId === '9')
        return { status: 'refused', reason: 'It is the owner.', mend: 'No.' };
      if (step.userId === '8') return { status: 'unavailable', reason: 'Discord is away.' };
      return { status: 'done' };
    },
    async apply(setting) {
      settings.push(setting);
      if (setting.key === 'wrong') return { status: 'refused', reason: 'It does not fit.' };
      return { status: setting.key === 'mode' ? 'applied' : 'unknown' };
    },
  };
  return { executor, steps, settings };
}

async function start(overrides: Partial<ServiceDeps> = {}) {
  const recorded = recordingExecutor();
  const clock = createFakeClock(NOON);
  const { baseUrl, service } = await startService({
    furtherKeys: { other: OTHER_KEY },
    propertyExecutor: recorded.executor,
    clock,
    ...overrides,
  });
  return { baseUrl, service, clock, ...recorded };
}

const BAN = { property_id: 'p1', command: 'ban', operation: 'add', target: ['1'] };

async function read(baseUrl: string, tag: string, key?: string) {
  const answer = await send(baseUrl, ANALYTICS, {
    body: { tag },
    ...(key === undefined ? {} : { key }),
  });
  if (answer.status !== 200) return answer;
  const { data } = analyticsAnswerSchema.parse(answer.body);
  return data;
}

async function available(baseUrl: string, fromMs: number, toMs: number) {
  const timeframe = { from: Math.round(fromMs / 1_000), to: Math.round(toMs / 1_000) };
  const { body } = await send(baseUrl, AVAILABLE, { body: { property_id: 'p1', timeframe } });
  return availableAnswerSchema.parse(body).data;
}

describe('actions', () => {
  it.each<[string, object, PropertyStep[]]>([
    ['a ban', BAN, [{ kind: 'ban', propertyId: 'p1', userId: '1' }]],
    [
      'the end of a ban, of two users',
      { ...BAN, operation: 'remove', target: ['1', '2', '1'] },
      [
        { kind: 'unban', propertyId: 'p1', userId: '1' },
        { kind: 'unban', propertyId: 'p1', userId: '2' },
      ],
    ],
    [
      'roles, as strings and numbers',
      { ...BAN, command: 'roles', value: ['7', 8] },
      [
        { kind: 'addRole', propertyId: 'p1', userId: '1', roleId: '7' },
        { kind: 'addRole', propertyId: 'p1', userId: '1', roleId: '8' },
      ],
    ],
    [
      'the end of a role',
      { ...BAN, command: 'roles', operation: 'remove', value: ['7'] },
      [{ kind: 'removeRole', propertyId: 'p1', userId: '1', roleId: '7' }],
    ],
  ])('hands %s to the executor', async (_name, body, expected) => {
    const { baseUrl, steps } = await start();
    const answer = await send(baseUrl, ACTIONS, { body });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(steps).toEqual(expected);
  });

  it('tells of each step how it ended', async () => {
    const { baseUrl } = await start();
    expect(await send(baseUrl, ACTIONS, { body: { ...BAN, target: ['1', '9'] } })).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          outcomes: [
            { target: '1', status: 'done' },
            { target: '9', status: 'refused', reason: 'It is the owner.', mend: 'No.' },
          ],
        },
      },
    });
  });

  it.each([
    ['9', 422, 'It is the owner.'],
    ['8', 503, 'Discord is away.'],
  ])('has no success when nothing could be done to user %s', async (user, status, sentence) => {
    const { baseUrl } = await start();
    expect(await send(baseUrl, ACTIONS, { body: { ...BAN, target: [user] } })).toMatchObject({
      status,
      body: { success: false, response: sentence },
    });
  });

  it('says that no executor is connected where the service runs alone', async () => {
    const { baseUrl } = await startService();
    expect(await send(baseUrl, ACTIONS, { body: BAN })).toMatchObject({
      status: 409,
      body: { success: false, response: expect.stringMatching(/^No executor is connected/) },
    });
  });

  it.each([
    ['no property', { ...BAN, property_id: undefined }, 'property_id'],
    ['a property with a colon', { ...BAN, property_id: 'a::b' }, 'property_id'],
    ['a property with a blank', { ...BAN, property_id: 'a b' }, 'property_id'],
    ['a long property', { ...BAN, property_id: 'a'.repeat(101) }, 'property_id'],
    ['a property that is a number', { ...BAN, property_id: 1 }, 'property_id'],
    ['another command', { ...BAN, command: 'kick' }, 'command'],
    ['a command of the prototype', { ...BAN, command: 'constructor' }, 'command'],
    ['another operation', { ...BAN, operation: 'toggle' }, 'operation'],
    ['no target', { ...BAN, target: undefined }, 'target'],
    ['an empty target', { ...BAN, target: [] }, 'target'],
    ['a target of numbers', { ...BAN, target: [1] }, 'target'],
    ['a target that is a string', { ...BAN, target: '1' }, 'target'],
    ['roles without any', { ...BAN, command: 'roles' }, 'value'],
    ['roles of objects', { ...BAN, command: 'roles', value: [{}] }, 'value'],
    ['a role id that lost digits', { ...BAN, command: 'roles', value: [2 ** 60] }, 'value'],
    ['too many users', { ...BAN, target: Array.from({ length: 51 }, (_, id) => `${id}`) }, '50'],
    ['a list', [BAN], 'JSON object'],
  ])('refuses %s', async (_name, body, said) => {
    const { baseUrl, steps } = await start();
    expect(await send(baseUrl, ACTIONS, { body })).toMatchObject({
      status: 400,
      body: { success: false, response: expect.stringContaining(said) },
    });
    expect(steps).toEqual([]);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Bearer wrong', `Basic ${API_KEY}`, API_KEY])(
    'refuses the authorization %j',
    async (authorization) => {
      const { baseUrl, steps } = await start();
      const response = await fetch(baseUrl + ACTIONS, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(BAN),
      });
      expect(response.status).toBe(401);
      expect(steps).toEqual([]);
    },
  );
});

describe('settings', () => {
  const patch = (key: string, value: unknown) => ({ key, value, target: 'p1' });

  it('are applied where they mean something, and stored in any case', async () => {
    const { baseUrl, settings } = await start();
    const patches = [patch('mode', 'shadow'), patch('@property/name', 'Mine'), patch('wrong', 1)];
    expect(await send(baseUrl, SETTINGS, { method: 'PATCH', body: { patches } })).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          patches: [
            { key: 'mode', target: 'p1', status: 'applied' },
            { key: '@property/name', target: 'p1', status: 'stored' },
            { key: 'wrong', target: 'p1', status: 'refused', reason: 'It does not fit.' },
          ],
        },
      },
    });
    expect(settings[0]).toEqual({ propertyId: 'p1', key: 'mode', value: 'shadow' });
  });

  it('have no success when all are refused', async () => {
    const { baseUrl } = await start();
    const body = { patches: [patch('wrong', 1)] };
    expect(await send(baseUrl, SETTINGS, { method: 'PATCH', body })).toMatchObject({
      status: 422,
      body: { success: false, response: 'It does not fit.' },
    });
  });

  it('are only stored where nobody is connected, and outlive a restart', async () => {
    const storePath = `${tempDir()}/service.sqlite`;
    const clock = createFakeClock(NOON);
    const set = async (value: unknown) => {
      const { baseUrl, service } = await startService({ storePath, clock });
      const body = { patches: [patch('@property/discord/feature.verify', value)] };
      const { body: answer } = await send(baseUrl, SETTINGS, { method: 'PATCH', body });
      expect(answer).toMatchObject({ data: { patches: [{ status: 'stored' }] } });
      const { auditLogs } = await available(baseUrl, NOON, NOON);
      await service.stop();
      return auditLogs[0];
    };
    expect(await set(true)).toMatchObject({ type: 'settings', value: true, previous: null });
    expect(await set(false)).toMatchObject({ type: 'settings', value: false, previous: true });
  });

  it.each([
    ['no patches', {}],
    ['an empty list', { patches: [] }],
    ['too many', { patches: Array.from({ length: 101 }, () => patch('a', 1)) }],
    ['an empty key', { patches: [patch('', 1)] }],
    ['a long key', { patches: [patch('a'.repeat(201), 1)] }],
    ['a long value', { patches: [patch('a', 'b'.repeat(10_001))] }],
    ['an object as value', { patches: [patch('a', {})] }],
    ['null as value', { patches: [patch('a', null)] }],
    ['no target', { patches: [{ key: 'a', value: 1 }] }],
    ['a target with a colon', { patches: [{ ...patch('a', 1), target: 'a::b' }] }],
    ['a list', []],
  ])('refuse %s', async (_name, body) => {
    const { baseUrl, settings } = await start();
    expect(await send(baseUrl, SETTINGS, { method: 'PATCH', body })).toMatchObject({
      status: 400,
      body: { success: false, response: expect.any(String) },
    });
    expect(settings).toEqual([]);
  });
});

describe('analytics', () => {
  const IDS = { guildId: 'p1', channelId: '2', messageId: '3', authorId: '4', topic: 'secret' };

  it('compile what was moderated and done on a day', async () => {
    const { baseUrl } = await start();
    await moderate(baseUrl, 'good morning everybody', IDS);
    await moderate(baseUrl, 'you are a stupid idiot', IDS);
    await moderate(baseUrl, 'you are a stupid idiot', { property_id: 'another' });
    await moderate(baseUrl, 'you are a stupid idiot', {});
    await send(baseUrl, ACTIONS, { body: { ...BAN, target: ['1', '9'] } });
    const data = await read(baseUrl, 'p1::2025-05-10');
    if (!('payload' in data) || typeof data.payload === 'string') throw new Error('no payload');
    const { compiled, ...events } = data.payload;
    expect(compiled).toMatchObject({
      moderation: { total: 2, passed: 1 },
      actions: { done: 1, refused: 1 },
      events: 3,
      omittedEvents: 0,
    });
    expect(Object.keys(events).sort()).toEqual([
      'action.ban',
      expect.stringMatching(/^moderation\./),
    ]);
    expect(Object.values(events).flat()).toContainEqual({
      type: expect.stringMatching(/^moderation\.(?:flag|delete)$/),
      time: NOON,
      channelId: '2',
      messageId: '3',
      authorId: '4',
      confidence: expect.any(Number),
      uuid: expect.any(String),
    });
    expect(events['action.ban']).toContainEqual({
      type: 'action.ban',
      time: NOON,
      account: 'main',
      operation: 'add',
      target: '9',
      status: 'refused',
      reason: 'It is the owner.',
      mend: 'No.',
    });
    expect(JSON.stringify(data)).not.toContain('secret');
  });

  it('have no key for what did not happen', async () => {
    const { baseUrl } = await start();
    await moderate(baseUrl, 'good morning everybody', IDS);
    const data = await read(baseUrl, 'p1::2025-05-10');
    expect(data).toMatchObject({ isDeflateCompressed: false });
    expect(Object.keys('payload' in data ? data.payload : {})).toEqual(['compiled']);
  });

  it('are deflated over 1 MB', async () => {
    const { baseUrl } = await start();
    const value = 'x'.repeat(9_000);
    const patches = Array.from({ length: 6 }, (_, key) => ({
      key: `k${key}`,
      value,
      target: 'p1',
    }));
    const put = () => send(baseUrl, SETTINGS, { method: 'PATCH', body: { patches } });
    for (let count = 0; count < 8; count += 1) await put();
    expect(await read(baseUrl, 'p1::2025-05-10')).toMatchObject({ isDeflateCompressed: false });
    for (let count = 0; count < 8; count += 1) await put();
    const data = await read(baseUrl, 'p1::2025-05-10');
    if (!('payload' in data) || typeof data.payload !== 'string') throw new Error('no string');
    const json = inflateSync(Buffer.from(data.payload, 'base64')).toString('utf8');
    expect(json.length).toBeGreaterThan(1_000_000);
    expect(JSON.parse(json)).toMatchObject({ compiled: { events: 96 } });
  });

  it('keep a UTC day apart from the next', async () => {
    const { baseUrl, clock } = await start();
    await moderate(baseUrl, 'good morning everybody', IDS);
    clock.advance(DAY_MS / 2 - 1);
    await moderate(baseUrl, 'good morning everybody', IDS);
    clock.advance(1);
    await moderate(baseUrl, 'good morning everybody', IDS);
    const moderation = { total: 2 };
    expect(await read(baseUrl, 'p1::2025-05-10')).toMatchObject({
      payload: { compiled: { moderation } },
    });
    expect(await read(baseUrl, 'p1::2025-05-11')).toMatchObject({
      payload: { compiled: { moderation: { total: 1 } } },
    });
  });

  it('are there for 30 days', async () => {
    const { baseUrl, clock } = await start();
    await moderate(baseUrl, 'good morning everybody', IDS);
    const startOfDay = NOON - DAY_MS / 2;
    clock.advance(startOfDay + 30 * DAY_MS - 1 - clock.now());
    expect(await read(baseUrl, 'p1::2025-05-10')).toMatchObject({ isDeflateCompressed: false });
    expect((await available(baseUrl, 0, clock.now())).tags).toEqual(['p1::2025-05-10']);
    clock.advance(1);
    expect(await read(baseUrl, 'p1::2025-05-10')).toMatchObject({ status: 404 });
    expect((await available(baseUrl, 0, clock.now())).tags).toEqual([]);
  });

  it('are shown to their own key alone', async () => {
    const { baseUrl } = await start();
    await moderate(baseUrl, 'good morning everybody', IDS);
    expect(await read(baseUrl, 'p1::2025-05-10', OTHER_KEY)).toMatchObject({ status: 404 });
  });

  it.each([
    'p1::2025-05-09',
    'nobody::2025-05-10',
    'p1::2025-13-40',
    'p1::2025-02-30',
    'p1::today',
  ])('know no tag %s', async (tag) => {
    const { baseUrl } = await start();
    await moderate(baseUrl, 'good morning everybody', IDS);
    expect(await read(baseUrl, tag)).toMatchObject({
      status: 404,
      body: { success: false, response: expect.stringContaining('no such analytics tag') },
    });
  });

  it.each([{}, { tag: '' }, { tag: 7 }, { tag: 'p1' }, { tag: '::2025-05-10' }, { tag: null }, []])(
    'refuse %j',
    async (body) => {
      const { baseUrl } = await start();
      expect(await send(baseUrl, ANALYTICS, { body })).toMatchObject({
        status: 400,
        body: { success: false },
      });
    },
  );

  it('count what was moderated before a stop', async () => {
    const storePath = `${tempDir()}/service.sqlite`;
    const first = await start({ storePath });
    await moderate(first.baseUrl, 'good morning everybody', IDS);
    await first.service.stop();
    const second = await start({ storePath });
    expect(await read(second.baseUrl, 'p1::2025-05-10')).toMatchObject({
      isDeflateCompressed: false,
    });
  });

  it('are written after 250 ms, whoever asks', async () => {
    const storePath = `${tempDir()}/service.sqlite`;
    const first = await start({ storePath });
    await moderate(first.baseUrl, 'good morning everybody', IDS);
    first.clock.advance(250);
    // Another process, as it were: it sees only what is in the file.
    const second = await start({ storePath });
    await vi.waitFor(async () => {
      expect(await read(second.baseUrl, 'p1::2025-05-10')).toMatchObject({
        isDeflateCompressed: false,
      });
    });
  });
});

describe('what is available', () => {
  it('are the tags of the days a timeframe touches', async () => {
    const { baseUrl, clock } = await start();
    for (let day = 0; day < 3; day += 1) {
      await moderate(baseUrl, 'good morning everybody', { guildId: 'p1' });
      clock.advance(DAY_MS);
    }
    const tags = async (fromMs: number, toMs: number) =>
      (await available(baseUrl, fromMs, toMs)).tags;
    expect(await tags(NOON, NOON + 2 * DAY_MS)).toEqual([
      'p1::2025-05-10',
      'p1::2025-05-11',
      'p1::2025-05-12',
    ]);
    expect(await tags(NOON + DAY_MS, NOON + DAY_MS)).toEqual(['p1::2025-05-11']);
    expect(await tags(0, NOON - DAY_MS)).toEqual([]);
  });

  it('is the audit log of the last 72 hours, newest first', async () => {
    const { baseUrl, clock } = await start();
    await send(baseUrl, ACTIONS, { body: BAN });
    clock.advance(2 * DAY_MS);
    await send(baseUrl, ACTIONS, { body: { ...BAN, operation: 'remove' } });
    const times = async () => {
      const { auditLogs } = await available(baseUrl, NOON, NOON);
      return auditLogs.map(({ time }) => time);
    };
    expect(await times()).toEqual([NOON + 2 * DAY_MS, NOON]);
    clock.advance(DAY_MS);
    expect(await times()).toEqual([NOON + 2 * DAY_MS, NOON]);
    clock.advance(1);
    expect(await times()).toEqual([NOON + 2 * DAY_MS]);
  });

  it.each([
    [-1, 253_402_300_800],
    [-9_007_199_254_740_991, 9_007_199_254_740_991],
  ])('copes with a timeframe from %d to %d', async (from, to) => {
    const { baseUrl } = await start();
    const body = { property_id: 'p1', timeframe: { from, to } };
    expect(await send(baseUrl, AVAILABLE, { body })).toEqual({
      status: 200,
      body: { data: { tags: [], auditLogs: [] } },
    });
  });

  it.each([
    ['no timeframe', { property_id: 'p1' }],
    ['from after to', { property_id: 'p1', timeframe: { from: 2, to: 1 } }],
    ['fractions', { property_id: 'p1', timeframe: { from: 1.5, to: 2 } }],
    ['strings', { property_id: 'p1', timeframe: { from: '1', to: '2' } }],
    ['no property', { timeframe: { from: 1, to: 2 } }],
    ['a property with a colon', { property_id: 'a:b', timeframe: { from: 1, to: 2 } }],
    ['null', null],
  ])('refuses %s', async (_name, body) => {
    const { baseUrl } = await start();
    expect(await send(baseUrl, AVAILABLE, { body })).toMatchObject({
      status: 400,
      body: { success: false, response: expect.any(String) },
    });
  });
});
