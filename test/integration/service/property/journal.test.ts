import { describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../../src/shared/logger.ts';
import type { EngineAction } from '../../../../src/service/engine/engine.ts';
import type { PropertyAction } from '../../../../src/service-api/schemas/property.ts';
import { createPropertyConsole } from '../../../../src/service/property/console.ts';
import {
  createJournal,
  MAX_DAY_EVENTS,
  MAX_WAITING_DAYS,
  MAX_WAITING_EVENTS,
  type PropertySample,
} from '../../../../src/service/property/journal.ts';
import type { DayOfProperty, PropertyStore } from '../../../../src/service/store/property.ts';
import { createPropertyStore } from '../../../../src/service/store/property.ts';
import { openStore } from '../../../../src/service/store/store.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { DAY_MS, NOON } from './fixture.ts';

/** A journal on a real store whose `add` can be made to fail or wait. */
async function setup() {
  const database = await openStore('sqlite::memory:', silentLogger);
  const real = createPropertyStore(database);
  const added: (readonly DayOfProperty[])[] = [];
  const state: { isBroken: boolean; gate: Promise<void> } = {
    isBroken: false,
    gate: Promise.resolve(),
  };
  const store: PropertyStore = {
    ...real,
    async add(days, maxEvents) {
      await state.gate;
      if (state.isBroken) throw new TypeError('the disk is full');
      await real.add(days, maxEvents);
      added.push(days);
    },
  };
  const clock = createFakeClock(NOON);
  const { logger, lines } = createLogSink();
  const journal = createJournal({ store, clock, logger });
  const sample = (action: EngineAction, overrides: Partial<PropertySample> = {}): void =>
    journal.moderated({
      account: 'main',
      metadata: { property_id: 'p1' },
      action,
      confidence: 1,
      uuid: 'u',
      ...overrides,
    });
  const pass = (): void => sample('pass');
  const note = (type: string): void => journal.note('main', 'p1', { type, detail: {} });
  const types = (): string[] =>
    added.flatMap((days) => days.flatMap(({ events }) => events.map(({ type }) => type)));
  return { state, store, clock, lines, journal, sample, pass, note, types, added };
}

const BAN: PropertyAction = { property_id: 'p1', command: 'ban', operation: 'add', target: ['1'] };

describe('a journal whose store fails', () => {
  it('keeps its events and retries after five seconds', async () => {
    const { state, store, clock, lines, journal, pass, note, types } = await setup();
    state.isBroken = true;
    pass();
    note('a');
    await journal.flush();
    expect(lines.join()).toContain('could not be stored');
    pass();
    note('b');
    state.isBroken = false;
    clock.advance(4_999);
    expect(types()).toEqual([]);
    clock.advance(1);
    await vi.waitFor(() => expect(types()).toEqual(['a', 'b']));
    expect(await store.day('main', 'p1', '2025-05-10')).toMatchObject({ passed: 2, events: 2 });
  });

  it('keeps 10,000 events, drops the oldest and logs it', async () => {
    const { state, lines, journal, pass, note, types, added } = await setup();
    state.isBroken = true;
    pass();
    for (let index = 0; index < MAX_WAITING_EVENTS + 2; index += 1) note(`${index}`);
    await journal.flush();
    state.isBroken = false;
    await journal.flush();
    expect(types()).toHaveLength(MAX_WAITING_EVENTS);
    expect(types()[0]).toBe('2');
    expect(added[0]?.[0]?.counts.passed).toBe(1);
    expect(lines.join()).toContain('property events dropped');
    expect(lines.join()).toContain('"dropped":{"days":0,"events":2}');
  });

  it('merges what came during the failed write behind what it failed to write', async () => {
    const { state, store, journal, sample, note, types } = await setup();
    let open = (): void => undefined;
    state.gate = new Promise((resolve) => {
      open = resolve;
    });
    const sampleEach = (): void => {
      sample('pass');
      sample('flag');
      sample('delete');
    };
    sampleEach();
    note('before');
    const failing = journal.flush();
    sampleEach();
    sample('delete');
    note('meanwhile');
    state.isBroken = true;
    open();
    await failing;
    state.isBroken = false;
    await journal.flush();
    expect(await store.day('main', 'p1', '2025-05-10')).toEqual({
      passed: 2,
      flagged: 2,
      deleted: 3,
      events: 7,
    });
    expect(types()).toEqual([
      'moderation.flag',
      'moderation.delete',
      'before',
      'moderation.flag',
      'moderation.delete',
      'moderation.delete',
      'meanwhile',
    ]);
  });

  it('drops the oldest events over all days, and no more than necessary', async () => {
    const { state, lines, journal, note, added } = await setup();
    state.isBroken = true;
    journal.note('main', 'p0', { type: 'oldest', detail: {} });
    for (let index = 0; index < MAX_WAITING_EVENTS; index += 1) note(`${index}`);
    journal.note('main', 'p2', { type: 'newest', detail: {} });
    await journal.flush();
    state.isBroken = false;
    await journal.flush();
    expect(lines.join()).toContain('"dropped":{"days":0,"events":2}');
    const [p0, p1, p2] = added.flat();
    expect(p0?.events).toEqual([]);
    expect(p1?.events.slice(0, 1)).toMatchObject([{ type: '1' }]);
    expect(p1?.events).toHaveLength(MAX_WAITING_EVENTS - 1);
    expect(p2?.events).toMatchObject([{ type: 'newest' }]);
  });

  it('keeps 10,000 days, drops the oldest and logs it', async () => {
    const { state, lines, journal, sample, added } = await setup();
    state.isBroken = true;
    for (let index = 0; index < MAX_WAITING_DAYS + 2; index += 1) {
      sample('pass', { metadata: { property_id: `p${index}` } });
    }
    await journal.flush();
    state.isBroken = false;
    await journal.flush();
    expect(lines.join()).toContain('"dropped":{"days":2,"events":0}');
    const ids = added.flat().map(({ propertyId }) => propertyId);
    expect(ids).toHaveLength(MAX_WAITING_DAYS);
    expect([ids[0], ids.at(-1)]).toEqual(['p2', `p${MAX_WAITING_DAYS + 1}`]);
  });

  it('logs no drop while everything fits', async () => {
    const { state, lines, journal, pass, note } = await setup();
    state.isBroken = true;
    pass();
    note('a');
    await journal.flush();
    expect(lines.join()).not.toContain('dropped');
  });

  it('does not fail the action or setting it records', async () => {
    const { state, store, journal, types } = await setup();
    const console = createPropertyConsole({
      executor: {
        act: async () => ({ status: 'done' }),
        apply: async () => ({ status: 'applied' }),
      },
      store,
      journal,
    });
    state.isBroken = true;
    const step = { kind: 'ban', propertyId: 'p1', userId: '1' } as const;
    expect(await console.act('main', BAN, [step])).toEqual([{ target: '1', status: 'done' }]);
    const patch = { key: 'mode', value: 'shadow', target: 'p1' };
    expect(await console.patch('main', [patch])).toMatchObject([{ status: 'applied' }]);
    state.isBroken = false;
    await journal.flush();
    expect(types()).toEqual(['action.ban', 'settings']);
  });
});

it('waits for the write in progress when flushed, and writes events noted meanwhile', async () => {
  const { state, journal, note, types } = await setup();
  let open = (): void => undefined;
  state.gate = new Promise((resolve) => {
    open = resolve;
  });
  note('a');
  const first = journal.flush();
  note('b');
  const second = journal.flush();
  open();
  await second;
  expect(types()).toEqual(['a', 'b']);
  await first;
});

it('sets no timer after stopping with a failing store', async () => {
  const { state, clock, journal, note } = await setup();
  state.isBroken = true;
  note('a');
  await journal.stop();
  expect(clock.pending()).toEqual([]);
});

describe('a journal', () => {
  it('writes on its own 250 ms after the first event', async () => {
    const { clock, note, types } = await setup();
    note('a');
    clock.advance(200);
    note('b');
    expect(clock.pending()).toHaveLength(1);
    clock.advance(49);
    await Promise.resolve();
    expect(types()).toEqual([]);
    clock.advance(1);
    await vi.waitFor(() => expect(types()).toEqual(['a', 'b']));
    note('c');
    clock.advance(250);
    await vi.waitFor(() => expect(types()).toEqual(['a', 'b', 'c']));
  });

  it('leaves no timer and writes nothing twice after a flush', async () => {
    const { clock, journal, note, added } = await setup();
    note('a');
    await journal.flush();
    expect(clock.pending()).toEqual([]);
    await journal.flush();
    expect(added).toHaveLength(1);
  });

  it('stores the rest when it stops, and sets no timer afterwards', async () => {
    const { clock, journal, note, types } = await setup();
    note('a');
    await journal.stop();
    expect(types()).toEqual(['a']);
    note('b');
    expect(clock.pending()).toEqual([]);
  });

  it('keeps accounts, properties and days apart', async () => {
    const { clock, journal, sample, added } = await setup();
    sample('pass');
    sample('pass', { account: 'other' });
    sample('pass', { metadata: { property_id: 'p2' } });
    clock.advance(DAY_MS);
    sample('pass');
    await journal.flush();
    const days = added.flat().map(({ account, propertyId, day }) => [account, propertyId, day]);
    expect(days).toEqual([
      ['main', 'p1', '2025-05-10'],
      ['other', 'p1', '2025-05-10'],
      ['main', 'p2', '2025-05-10'],
      ['main', 'p1', '2025-05-11'],
    ]);
  });

  it('counts samples by action and notes those that did not pass', async () => {
    const { journal, sample, added } = await setup();
    const metadata = { property_id: 'p1', channelId: '2', messageId: '3', authorId: '4' };
    sample('pass', { metadata });
    sample('flag', { metadata, confidence: 0.75, uuid: 'f' });
    sample('delete', { metadata, confidence: 0.5, uuid: 'd' });
    await journal.flush();
    const origin = { channelId: '2', messageId: '3', authorId: '4' };
    expect(added.flat()).toEqual([
      {
        account: 'main',
        propertyId: 'p1',
        day: '2025-05-10',
        counts: { passed: 1, flagged: 1, deleted: 1 },
        events: [
          {
            timeMs: NOON,
            type: 'moderation.flag',
            detail: { ...origin, confidence: 0.75, uuid: 'f' },
          },
          {
            timeMs: NOON,
            type: 'moderation.delete',
            detail: { ...origin, confidence: 0.5, uuid: 'd' },
          },
        ],
      },
    ]);
  });

  it.each<[string, unknown, object]>([
    ['keeps metadata ids of up to 100 characters', 'x'.repeat(100), { channelId: 'x'.repeat(100) }],
    ['drops longer metadata ids', 'x'.repeat(101), {}],
    ['drops metadata ids that are not strings', 7, {}],
  ])('%s', async (_name, channelId, origin) => {
    const { journal, sample, added } = await setup();
    sample('flag', { metadata: { property_id: 'p1', channelId } });
    await journal.flush();
    expect(added.flat()[0]?.events[0]?.detail).toEqual({ ...origin, confidence: 1, uuid: 'u' });
  });

  it.each<[string, PropertySample['metadata'], string[]]>([
    [
      'takes the property from property_id rather than guildId',
      { property_id: 'p1', guildId: 'g1' },
      ['p1'],
    ],
    ['takes the property from guildId if there is no property_id', { guildId: 'g1' }, ['g1']],
    ['ignores samples with an invalid property id', { property_id: 'a b' }, []],
    ['ignores samples whose property id is a number', { property_id: 7 }, []],
    ['ignores samples without a property', {}, []],
    ['ignores samples without metadata', undefined, []],
  ])('%s', async (_name, metadata, properties) => {
    const { journal, sample, added } = await setup();
    sample('delete', { metadata });
    await journal.flush();
    expect(added.flat().map(({ propertyId }) => propertyId)).toEqual(properties);
  });

  it('stores at most 50,000 events of a day', async () => {
    const { store, journal, note } = await setup();
    const add = vi.spyOn(store, 'add');
    note('a');
    await journal.flush();
    expect(MAX_DAY_EVENTS).toBe(50_000);
    expect(add).toHaveBeenCalledWith(expect.anything(), MAX_DAY_EVENTS);
  });
});
