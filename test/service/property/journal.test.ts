import { describe, expect, it, vi } from 'vitest';
import type { PropertyAction } from '../../../src/protocol/property.ts';
import { createPropertyConsole } from '../../../src/service/property/console.ts';
import { createJournal, MAX_WAITING_EVENTS } from '../../../src/service/property/journal.ts';
import type { DayOfProperty, PropertyStore } from '../../../src/service/store/property.ts';
import { createPropertyStore } from '../../../src/service/store/property.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { createFakeClock } from '../../helpers/fake-clock.ts';
import { createLogSink } from '../../helpers/log-sink.ts';
import { NOON } from './fixture.ts';

/** A journal over a real store, whose `add` can be made to fail or to wait. */
async function setup() {
  const database = await openStore(':memory:');
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
  const pass = (): void =>
    journal.moderated({
      account: 'main',
      metadata: { property_id: 'p1' },
      action: 'pass',
      confidence: 1,
      uuid: 'u',
    });
  const note = (type: string): void => journal.note('main', 'p1', { type, detail: {} });
  const types = (): string[] =>
    added.flatMap((days) => days.flatMap(({ events }) => events.map(({ type }) => type)));
  return { state, store, clock, lines, journal, pass, note, types, added };
}

const BAN: PropertyAction = { property_id: 'p1', command: 'ban', operation: 'add', target: ['1'] };

describe('the journal, while the store fails,', () => {
  it('keeps what it has, and tries again in five seconds', async () => {
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

  it('keeps 10,000 events, drops the oldest and says so', async () => {
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
    expect(lines.join()).toContain('were dropped');
  });

  it('lets what was done on a property be answered', async () => {
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

it('a flush awaits the write that is under way, and writes what was noted meanwhile', async () => {
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

it('a journal that stops while the store fails sets no further timer', async () => {
  const { state, clock, journal, note } = await setup();
  state.isBroken = true;
  note('a');
  await journal.stop();
  expect(clock.pending()).toEqual([]);
});
