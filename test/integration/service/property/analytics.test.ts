import { inflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { addonSecretSchema } from '../../../../src/service-api/schemas/addons.ts';
import { timeHmac } from '../../../../src/service-api/schemas/events.ts';
import { API_KEY } from '../start.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';
import {
  OTHER_KEY,
  DAY_MS,
  NOON,
  ACTIONS,
  SETTINGS,
  ANALYTICS,
  AVAILABLE,
  BAN,
  send,
  moderate,
  start,
  read,
  available,
} from './fixture.ts';

describe('property analytics', () => {
  const IDS = { guildId: 'p1', channelId: '2', messageId: '3', authorId: '4', topic: 'secret' };

  it('contain the moderation and actions of a day', async () => {
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
      fix: 'No.',
    });
    expect(JSON.stringify(data)).not.toContain('secret');
  });

  it('omit event types that did not occur', async () => {
    const { baseUrl } = await start();
    await moderate(baseUrl, 'good morning everybody', IDS);
    const data = await read(baseUrl, 'p1::2025-05-10');
    expect(data).toMatchObject({ isDeflateCompressed: false });
    expect(Object.keys('payload' in data ? data.payload : {})).toEqual(['compiled']);
  });

  it('are deflated above 1 MB', async () => {
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

  it('separate UTC days', async () => {
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

  it('have tags that are valid for 30 days, and data that is kept for 90', async () => {
    const { baseUrl, clock } = await start();
    await moderate(baseUrl, 'you are a stupid idiot', IDS);
    const startOfDay = NOON - DAY_MS / 2;
    const at = (ms: number): void => clock.advance(startOfDay + ms - clock.now());
    const tags = async () => (await available(baseUrl, 0, clock.now())).tags;
    const events = { isDeflateCompressed: false, payload: { compiled: { events: 1 } } };

    at(30 * DAY_MS - 1);
    expect(await tags()).toEqual(['p1::2025-05-10']);
    expect(await read(baseUrl, 'p1::2025-05-10')).toMatchObject(events);
    at(30 * DAY_MS);
    expect(await read(baseUrl, 'p1::2025-05-10')).toMatchObject({ status: 404 });
    const [renewed = ''] = await tags();
    expect(await read(baseUrl, renewed)).toMatchObject(events);
    at(60 * DAY_MS - 1);
    expect(await read(baseUrl, renewed)).toMatchObject(events);
    at(60 * DAY_MS);
    expect(await read(baseUrl, renewed)).toMatchObject({ status: 404 });
    at(90 * DAY_MS - 1);
    const [last = ''] = await tags();
    expect(await read(baseUrl, last)).toMatchObject(events);
    at(90 * DAY_MS);
    expect(await read(baseUrl, last)).toMatchObject({ status: 404 });
    expect(await tags()).toEqual([]);
  });

  it('carry an hmac in exported data only, once the account has a secret', async () => {
    const { baseUrl } = await start();
    await moderate(baseUrl, 'you are a stupid idiot', IDS);
    const exported = async () => JSON.stringify(await read(baseUrl, 'p1::2025-05-10'));
    expect(await exported()).not.toContain('hmac');
    const response = await fetch(`${baseUrl}/addons/secrets`, {
      method: 'PATCH',
      headers: { 'x-service-api-auth': API_KEY, 'content-type': 'application/json' },
      body: '{}',
    });
    const { secret } = addonSecretSchema.parse(Object(await response.json()).response);
    expect(await exported()).toContain(`"hmac":"${timeHmac(secret, NOON)}"`);
    const { auditLogs } = await available(baseUrl, 0, NOON);
    expect(auditLogs).toHaveLength(1);
    expect(JSON.stringify(auditLogs)).not.toContain('hmac');
  });

  it('are visible only to their own account', async () => {
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
  ])('are missing for the tag %s', async (tag) => {
    const { baseUrl } = await start();
    await moderate(baseUrl, 'good morning everybody', IDS);
    expect(await read(baseUrl, tag)).toMatchObject({
      status: 404,
      body: { success: false, response: expect.stringContaining('analytics tag does not exist') },
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

  it('include samples moderated before a stop', async () => {
    const stateUrl = `sqlite:${tempDir()}/service.sqlite`;
    const first = await start({ stateUrl });
    await moderate(first.baseUrl, 'good morning everybody', IDS);
    await first.service.stop();
    const second = await start({ stateUrl });
    expect(await read(second.baseUrl, 'p1::2025-05-10')).toMatchObject({
      isDeflateCompressed: false,
    });
  });

  it('are written after 250 ms without a request', async () => {
    const stateUrl = `sqlite:${tempDir()}/service.sqlite`;
    const first = await start({ stateUrl });
    await moderate(first.baseUrl, 'good morning everybody', IDS);
    first.clock.advance(250);
    // Simulates another process, which sees only the file.
    const second = await start({ stateUrl });
    await vi.waitFor(async () => {
      expect(await read(second.baseUrl, 'p1::2025-05-10')).toMatchObject({
        isDeflateCompressed: false,
      });
    });
  });
});

describe('the available analytics', () => {
  it('have the tags of the days in a timeframe', async () => {
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

  it('have the audit log of the last 72 hours, newest first', async () => {
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
  ])('accept a timeframe from %d to %d', async (from, to) => {
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
  ])('refuse %s', async (_name, body) => {
    const { baseUrl } = await start();
    expect(await send(baseUrl, AVAILABLE, { body })).toMatchObject({
      status: 400,
      body: { success: false, response: expect.any(String) },
    });
  });
});
