import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type {
  PropertyExecutor,
  PropertySetting,
  PropertyStep,
} from '../../../../src/service-api/property-executor.ts';
import { array, requestConsole, refusal, moderate, object, type Json } from './http.ts';
import { eventually, isRemote, newWord, ours, useTarget } from './target.ts';

/*
 * The documented interface of property management, checked without our schemas. Actions run on the embedded service only,
 * because elsewhere they would affect real people. Another service needs CONTRACT_PROPERTY_ID, an existing property whose
 * name these tests change.
 */

const { CONTRACT_PROPERTY_ID = '' } = process.env;
const knowsProperty = !isRemote || CONTRACT_PROPERTY_ID !== '';
if (!knowsProperty) console.warn('Tests of a property are skipped: no CONTRACT_PROPERTY_ID.');

const steps: PropertyStep[] = [];
const settings: PropertySetting[] = [];
const propertyExecutor: PropertyExecutor = {
  act(step) {
    steps.push(step);
    return Promise.resolve({ status: 'done' });
  },
  apply(setting) {
    settings.push(setting);
    return Promise.resolve({ status: 'applied' });
  },
};

const target = useTarget(() => ({ propertyExecutor }));

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const property = () => (isRemote ? CONTRACT_PROPERTY_ID : newWord());

const send = (method: string, path: string, body: unknown) =>
  requestConsole(target, { method, path: `/api/properties/${path}`, body });

const setName = (id: string, value: string) =>
  send('PATCH', 'settings', { patches: [{ key: '@property/name', value, target: id }] });

const available = (id: string, fromMs: number, toMs: number) =>
  send('POST', 'analytics/available', {
    property_id: id,
    timeframe: { from: Math.round(fromMs / 1_000), to: Math.round(toMs / 1_000) },
  });

/** Every string in a value that looks like a tag. The shape of the response is undocumented. */
function tagsIn(value: unknown, id: string): string[] {
  if (typeof value === 'string') return value.startsWith(`${id}::`) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item) => tagsIn(item, id));
}

async function tagsOf(id: string, fromMs: number, toMs: number): Promise<string[]> {
  const { status, json } = await available(id, fromMs, toMs);
  expect(status).toBe(200);
  return tagsIn(json, id);
}

const today = (id: string) => tagsOf(id, target.now() - HOUR_MS, target.now() + HOUR_MS);

/** The payload of a compressed response. */
function payloadOf(json: unknown): Json {
  const { isDeflateCompressed, payload } = object(object(json).data);
  if (isDeflateCompressed === false) return object(payload);
  expect(isDeflateCompressed).toBe(true);
  expect(payload).toBeTypeOf('string');
  const inflated = inflateSync(Buffer.from(String(payload), 'base64'));
  return object(JSON.parse(inflated.toString('utf8')));
}

describe('the bearer token', () => {
  it.each([
    ['missing', () => ({})],
    ['an unknown key', () => ({ authorization: 'Bearer certainly-not-the-key' })],
    ['the key without its scheme', () => ({ authorization: target.apiKey })],
    ['the key in the header of `{base_url}`', () => ({ 'x-service-api-auth': target.apiKey })],
  ])('is rejected if it is %s', async (_what, headersOf) => {
    const headers: Record<string, string> = headersOf();
    const body = { property_id: 'p', timeframe: { from: 0, to: 1 } };
    const request = { method: 'POST', path: '/api/properties/analytics/available', body, headers };
    expect(await requestConsole(target, request)).toMatchObject(refusal(401));
  });
});

describe.skipIf(isRemote)('an action', () => {
  it.each([
    [
      'a ban',
      { command: 'ban', operation: 'add', target: ['u1', 'u2'] },
      [
        { kind: 'ban', userId: 'u1' },
        { kind: 'ban', userId: 'u2' },
      ],
    ],
    [
      'an unban',
      { command: 'ban', operation: 'remove', target: ['u1'] },
      [{ kind: 'unban', userId: 'u1' }],
    ],
    [
      'adding roles',
      { command: 'roles', operation: 'add', target: ['u1'], value: ['r1', 2] },
      [
        { kind: 'addRole', userId: 'u1', roleId: 'r1' },
        { kind: 'addRole', userId: 'u1', roleId: '2' },
      ],
    ],
    [
      'removing a role',
      { command: 'roles', operation: 'remove', target: ['u1'], value: ['r1'] },
      [{ kind: 'removeRole', userId: 'u1', roleId: 'r1' }],
    ],
  ])('is carried out: %s', async (_what, action, expected) => {
    const id = property();
    const { status } = await send('POST', 'actions', { property_id: id, ...action });
    expect(status).toBe(200);
    const done = steps.filter(({ propertyId }) => propertyId === id);
    expect(done).toEqual(expected.map((step) => ({ ...step, propertyId: id })));
  });

  it('appears in the audit log and in the analytics of its day', async () => {
    const id = property();
    const user = newWord();
    const action = { property_id: id, command: 'ban', operation: 'add', target: [user] };
    await send('POST', 'actions', action);
    const { json } = await available(id, target.now() - HOUR_MS, target.now());
    expect(JSON.stringify(json)).toContain(user);
    const [tag] = tagsIn(json, id);
    const answer = await send('POST', 'analytics', { tag });
    expect(JSON.stringify(payloadOf(answer.json))).toContain(user);
  });
});

const ACTION = { property_id: 'p', command: 'ban', operation: 'add', target: ['u'] };

it.each([
  ['no property', { ...ACTION, property_id: undefined }],
  ['an unknown operation', { ...ACTION, operation: 'twice' }],
  ['a target that is not an array', { ...ACTION, target: 'u' }],
  ['no command', { ...ACTION, command: undefined }],
  ['an unknown command', { ...ACTION, command: 'applaud' }],
])('rejects an action with %s', async (_what, action) => {
  expect(await send('POST', 'actions', action)).toMatchObject(refusal(400));
});

describe.runIf(knowsProperty)('a settings patch', () => {
  it('is accepted', async () => {
    const id = property();
    expect((await setName(id, 'Kites')).status).toBe(200);
    expect(settings.filter(({ propertyId }) => propertyId === id)).toEqual(
      ours([{ propertyId: id, key: '@property/name', value: 'Kites' }], []),
    );
  });

  it.skipIf(isRemote)('can be a string, a boolean and a number', async () => {
    const id = property();
    const values = ['Kites', true, 7];
    const patches = values.map((value, index) => ({ key: `key${index}`, value, target: id }));
    expect((await send('PATCH', 'settings', { patches })).status).toBe(200);
    const taken = settings.filter(({ propertyId }) => propertyId === id);
    expect(taken.map(({ value }) => value)).toEqual(values);
  });
});

it.each([
  ['that are not an array', { key: 'k', value: 1, target: 'p' }],
  ['without a key', [{ value: 1, target: 'p' }]],
  ['without a value', [{ key: 'k', target: 'p' }]],
  ['with an object as the value', [{ key: 'k', value: {}, target: 'p' }]],
  ['without a target', [{ key: 'k', value: 1 }]],
])('rejects patches %s', async (_what, patches) => {
  expect(await send('PATCH', 'settings', { patches })).toMatchObject(refusal(400));
});

describe.runIf(knowsProperty)('the available analytics', () => {
  it('include the property’s tag for a day with events', async () => {
    const id = property();
    await setName(id, 'Kites');
    const tags = await eventually(async () => {
      const tags = await today(id);
      expect(tags.length).toBeGreaterThan(0);
      return tags;
    });
    for (const tag of tags) expect(tag).toMatch(/^.+::.+$/);
    const day = new Date(target.now()).toISOString().slice(0, 10);
    expect(tags).toEqual(ours([`${id}::${day}`], tags));
  });

  it('include no tag for an earlier time', async () => {
    const id = property();
    await setName(id, 'Kites');
    expect(await tagsOf(id, 0, DAY_MS)).toEqual([]);
  });

  it('can be read by tag', async () => {
    const id = property();
    await setName(id, 'Kites');
    const [tag] = await today(id);
    const { status, json } = await send('POST', 'analytics', { tag });
    expect(status).toBe(200);
    payloadOf(json);
  });
});

it.each([
  ['no timeframe', { property_id: 'p' }],
  ['milliseconds with a fraction', { property_id: 'p', timeframe: { from: 0.5, to: 1.5 } }],
  ['times in words', { property_id: 'p', timeframe: { from: 'then', to: 'now' } }],
  ['no property', { timeframe: { from: 0, to: 1 } }],
])('rejects a list request with %s', async (_what, body) => {
  expect(await send('POST', 'analytics/available', body)).toMatchObject(refusal(400));
});

it.each([
  ['without a date', 'p', 400],
  ['that is a number', 7, 400],
  ['that is empty', '', 400],
  ['of an unknown property', 'nobody-knows-it::2025-05-01', 404],
])('rejects an analytics tag %s', async (_what, tag, ourStatus) => {
  expect(await send('POST', 'analytics', { tag })).toMatchObject(refusal(ourStatus));
});

describe.skipIf(isRemote)('analytics', () => {
  it('contain the property’s moderations', async () => {
    const id = property();
    await moderate(target, 'Good morning', { property_id: id });
    await moderate(target, 'shut up you stupid idiot', { property_id: id });
    const [tag] = await today(id);
    const payload = payloadOf((await send('POST', 'analytics', { tag })).json);
    expect(payload.compiled).toMatchObject({ moderation: { total: 2, passed: 1 } });
    expect(JSON.stringify(payload)).not.toContain('stupid');
  });

  it('are compressed above 1 MB only', async () => {
    const id = property();
    const patches = Array.from({ length: 5 }, (_, index) => ({
      key: `key${index}`,
      value: 'é'.repeat(5_000),
      target: id,
    }));
    const [tag] = await (async () => {
      await send('PATCH', 'settings', { patches });
      return today(id);
    })();
    const read = async () => (await send('POST', 'analytics', { tag })).json;
    expect(object(await read()).data).toMatchObject({ isDeflateCompressed: false });
    for (let times = 0; times < 11; times += 1) await send('PATCH', 'settings', { patches });
    const json = await read();
    expect(object(json).data).toMatchObject({
      isDeflateCompressed: true,
      payload: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
    });
    expect(JSON.stringify(payloadOf(json)).match(/é{5000}/g)?.length).toBeGreaterThan(100);
  });

  it('have tags for 30 days and are kept longer, and the audit log for 72 hours', async () => {
    const id = property();
    const name = newWord();
    await setName(id, name);
    const fromMs = target.now() - HOUR_MS;
    const [tag] = await today(id);
    const heldIn = async () => {
      const list = await available(id, fromMs, target.now());
      const read = await send('POST', 'analytics', { tag });
      return {
        audit: JSON.stringify(list.json).includes(name),
        tag: tagsIn(list.json, id).includes(String(tag)),
        analytics: read.status === 200 && JSON.stringify(payloadOf(read.json)).includes(name),
      };
    };
    await target.letPass(72 * HOUR_MS - 60_000);
    expect(await heldIn()).toEqual({ audit: true, tag: true, analytics: true });
    await target.letPass(2 * 60_000);
    expect(await heldIn()).toEqual({ audit: false, tag: true, analytics: true });
    await target.letPass(25 * DAY_MS);
    expect(await heldIn()).toEqual({ audit: false, tag: true, analytics: true });
    await target.letPass(3 * DAY_MS);
    expect(await heldIn()).toEqual({ audit: false, tag: false, analytics: false });
    const [renewed] = await tagsOf(id, fromMs, target.now());
    const read = await send('POST', 'analytics', { tag: renewed });
    expect(JSON.stringify(payloadOf(read.json))).toContain(name);
  });

  it('include one account only', async () => {
    const id = property();
    await setName(id, 'Kites');
    const [tag] = await today(id);
    const headers = { authorization: `Bearer ${target.otherKey}` };
    const body = { tag };
    const request = { method: 'POST', path: '/api/properties/analytics', body, headers };
    expect(await requestConsole(target, request)).toMatchObject(refusal(404));
    expect(array(await today(id))).toEqual([tag]);
  });
});
