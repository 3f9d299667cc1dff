import { createComplain } from '../../src/lib/complain.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareSnowflakes, snowflakeAt } from '../../src/lib/snowflake.ts';
import { silentLogger } from '../../src/lib/logger.ts';
import type { Checkpoints } from '../../src/moderation/ports.ts';
import type { Snapshot } from '../../src/moderation/snapshot.ts';
import { createBackground } from '../../src/pipeline/background.ts';
import { createCatchUp } from '../../src/pipeline/catch-up.ts';
import { PipelineStopped } from '../../src/pipeline/errors.ts';
import { createIntake } from '../../src/pipeline/intake.ts';
import type { MessageOutcome } from '../../src/pipeline/outcome.ts';
import { createRetry } from '../../src/pipeline/retry.ts';
import { createWatermarks } from '../../src/pipeline/watermarks.ts';
import { textOf } from '../../src/moderation/sample.ts';
import { createFakeClock, type FakeClock } from '../helpers/fake-clock.ts';
import { createFakeHistory } from '../helpers/fake-history.ts';
import { createMemoryStores } from '../helpers/memory-stores.ts';
import { CHANNEL, GUILD, snapshot } from '../helpers/snapshots.ts';
import { pass, turn } from '../helpers/turn.ts';

/** What can happen to a bot with room for four messages, in any order. */
const stepArbitrary = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('write' as const), channel: fc.nat(5) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('swapped' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit' as const), which: fc.nat() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('finish' as const), which: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('second' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('session' as const, 'crash' as const),
      lost: fc.array(fc.nat(9), { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('discord' as const) }) },
);
type Step = typeof stepArbitrary extends fc.Arbitrary<infer S> ? S : never;

/** A process without a moderator: a message is finished when the test says so. */
function createLife(clock: FakeClock, world: ReturnType<typeof createWorld>) {
  const flights: { snapshot: Snapshot; land: () => void }[] = [];
  const stopping = new AbortController();
  const waiting = { clock, random: () => 0.5, logger: silentLogger, signal: stopping.signal };
  const complain = createComplain(waiting);
  // What is dead stores nothing.
  const alive = <T>(run: () => Promise<T>): Promise<T> =>
    stopping.signal.aborted ? new Promise<T>(() => {}) : run();
  const { checkpoints: stored } = world.stores;
  const checkpoints: Checkpoints = {
    watchedSince: (...args) => alive(() => stored.watchedSince(...args)),
    read: (...args) => alive(() => stored.read(...args)),
    write: (...args) => alive(() => stored.write(...args)),
    aliveUpTo: (guildId) => alive(() => stored.aliveUpTo(guildId)),
    forget: (...args) => alive(() => stored.forget(...args)),
  };
  const marks = createWatermarks({ checkpoints, clock, complain });
  const intake = createIntake({
    handle: (snapshot) =>
      new Promise<MessageOutcome>((resolve) => {
        flights.push({ snapshot, land: () => resolve({ kind: 'passed' }) });
      }),
    marks,
    clock,
    limits: { capacity: 4, concurrency: 2 },
    signal: stopping.signal,
    complain,
    finished: () => {},
  });
  const catchUp = createCatchUp({
    history: world.history,
    checkpoints,
    marks,
    intake,
    background: createBackground(complain),
    waiting,
    retry: createRetry(waiting, complain),
    complain,
  });
  return {
    flights,
    marks,
    intake,
    watch: catchUp.watch,
    hear(snapshot: Snapshot): void {
      if (!intake.offer(snapshot)) catchUp.missed(snapshot);
    },
    kill: () => stopping.abort(new PipelineStopped()),
  };
}

function createWorld() {
  return { history: createFakeHistory(), stores: createMemoryStores() };
}

/** Plays the steps, looking at the invariant after each, and ends with all finished. */
async function play(steps: readonly Step[]): Promise<void> {
  const clock = createFakeClock();
  const world = createWorld();
  const messages = new Map<string, Snapshot>();
  /** The ids of messages that were finished, and with each text that was. */
  const finished = new Set<string>();
  const stateOf = (one: Snapshot): string => `${one.messageId} ${textOf(one)}`;
  await world.stores.checkpoints.watchedSince(GUILD, snowflakeAt(clock.now()));
  let life = createLife(clock, world);

  function put(message: Snapshot): Snapshot {
    messages.set(message.messageId, message);
    world.history.write(message);
    return message;
  }
  function write(channel: number): Snapshot {
    clock.advance(1);
    const text = `written at ${clock.now()}`;
    const channelId = `${CHANNEL}${channel}`;
    return put(snapshot({ messageId: snowflakeAt(clock.now()), channelId, text }));
  }
  function edit(which: number): Snapshot | undefined {
    clock.advance(1);
    const message = [...messages.values()][which % Math.max(1, messages.size)];
    if (message === undefined) return undefined;
    const parts = [{ kind: 'content' as const, text: `edited at ${clock.now()}` }];
    return put({ ...message, parts, editedAt: clock.now() });
  }
  function newest(): Map<string, string> {
    return new Map([...messages.values()].map((one) => [one.channelId, one.messageId]));
  }
  function watch(): void {
    clock.advance(1);
    const channels = [...newest()].map(([id, lastMessageId]) => ({ id, lastMessageId }));
    life.watch(GUILD, channels, null);
  }
  /** Nobody hears of these. */
  function lose(lost: readonly number[]): void {
    for (const which of lost) {
      if (which < 6) write(which);
      else edit(which);
    }
  }
  function land(which: number): void {
    const flight = life.flights.splice(which % Math.max(1, life.flights.length), 1)[0];
    if (flight === undefined) return;
    finished.add(flight.snapshot.messageId).add(stateOf(flight.snapshot));
    flight.land();
  }
  async function perform(step: Step): Promise<void> {
    switch (step.kind) {
      case 'write':
        return life.hear(write(step.channel));
      case 'swapped': {
        const [first, second] = [write(0), write(0)];
        life.hear(second);
        return life.hear(first);
      }
      case 'edit': {
        const edited = edit(step.which);
        return edited && life.hear(edited);
      }
      case 'finish':
        return land(step.which);
      case 'second':
        return pass(clock, 1000);
      case 'session':
        lose(step.lost);
        return watch();
      case 'crash':
        life.kill();
        lose(step.lost);
        life = createLife(clock, world);
        return watch();
      case 'discord':
        world.history.away = !world.history.away;
    }
  }
  /** Whoever starts on the stores as they are finds every unfinished message, by its id or by its edit. */
  function expectNothingPassed(): void {
    for (const message of messages.values()) {
      if (finished.has(stateOf(message))) continue;
      const stored = world.stores.checkpoint(message.channelId);
      const isAhead = compareSnowflakes(stored?.messageId ?? '0', message.messageId) < 0;
      const isEditAhead = message.editedAt !== null && (stored?.editedAt ?? 0) < message.editedAt;
      expect(isAhead || isEditAhead).toBe(true);
      if (!finished.has(message.messageId)) expect(isAhead).toBe(true);
    }
  }

  for (const step of steps) {
    await perform(step);
    await turn();
    expectNothingPassed();
  }
  world.history.away = false;
  for (let seconds = 0; seconds < 300; seconds += 1) {
    while (life.flights.length > 0) {
      land(0);
      await turn();
    }
    await pass(clock, 1000);
    expectNothingPassed();
    if (life.marks.channelsBehind() === 0 && clock.pending().length === 0) break;
  }
  for (const message of messages.values()) {
    expect(finished).toContain(stateOf(message));
  }
  for (const [id, messageId] of newest()) {
    expect(world.stores.checkpoint(id)?.messageId).toBe(messageId);
  }
}

it('no checkpoint ever passes an unfinished message, and in the end all are finished as they are by then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 20, maxLength: 120 }), play),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 150) },
  );
});
