import { createThrottledErrorLog } from '../../../../src/shared/throttled-error-log.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareSnowflakes, snowflakeAt } from '../../../../src/shared/snowflake.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import type { Checkpoints } from '../../../../src/bot/domain/ports.ts';
import type { Snapshot } from '../../../../src/bot/domain/snapshot.ts';
import { createBackground } from '../../../../src/shared/tasks/background.ts';
import { createFetchQueue } from '../../../../src/bot/backfill/fetch-queue.ts';
import { createCatchUp } from '../../../../src/bot/backfill/catch-up.ts';
import { StoppedError } from '../../../../src/shared/tasks/stopped-error.ts';
import { createIntake } from '../../../../src/bot/judging/intake.ts';
import type { JudgedMessage } from '../../../../src/bot/judging/judge.ts';
import { createRetry } from '../../../../src/shared/tasks/retry.ts';
import { createWatermarks } from '../../../../src/bot/backfill/watermarks.ts';
import { textOf } from '../../../../src/bot/domain/sample.ts';
import { DAY_MS } from '../../../../src/shared/clock.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/fake-clock.ts';
import { createFakeHistory } from '../../../helpers/fakes/fake-history.ts';
import { createMemoryStores } from '../../../helpers/fakes/memory-stores.ts';
import { CHANNEL, GUILD, snapshot } from '../../../helpers/snapshots.ts';
import { pass, turn } from '../../../helpers/turn.ts';
import { runs } from '../../../helpers/vitest/property-runs.ts';

/** Events for a bot with room for four messages, in any order. */
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
function createProcess(clock: FakeClock, world: ReturnType<typeof createWorld>) {
  const flights: { snapshot: Snapshot; finish: () => void }[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const logError = createThrottledErrorLog({ clock, logger: silentLogger });
  const retry = createRetry({ clock, random: () => 0.5, signal, logError });
  const background = createBackground(logError);
  // A killed process stores nothing.
  const alive = <T>(run: () => Promise<T>): Promise<T> =>
    signal.aborted ? new Promise<T>(() => {}) : run();
  const { checkpoints: stored } = world.stores;
  const checkpoints: Checkpoints = {
    watchedSince: (...args) => alive(() => stored.watchedSince(...args)),
    read: (...args) => alive(() => stored.read(...args)),
    write: (...args) => alive(() => stored.write(...args)),
    guildWatermark: (guildId) => alive(() => stored.guildWatermark(guildId)),
    forget: (...args) => alive(() => stored.forget(...args)),
  };
  const watermarks = createWatermarks({ checkpoints, clock, logError });
  const intake = createIntake({
    judge: (snapshot) =>
      new Promise<JudgedMessage>((resolve) => {
        flights.push({ snapshot, finish: () => resolve({ kind: 'passed' }) });
      }),
    act: () => Promise.reject(new Error('no message is flagged')),
    watermarks,
    clock,
    limits: { capacity: 4, concurrency: 2 },
    signal,
    retry,
    logError,
    onFinished: () => {},
  });
  const { history } = world;
  const fetchQueue = createFetchQueue({ history, intake, watermarks, background, retry, signal });
  const catchUp = createCatchUp({
    checkpoints,
    watermarks,
    fetchQueue,
    missedTexts: { watch: () => undefined },
    background,
    retry,
    maxEditAgeMs: DAY_MS,
    clock,
  });
  return {
    flights,
    watermarks,
    intake,
    watch: catchUp.watch,
    hear(snapshot: Snapshot): void {
      if (!intake.offer(snapshot)) catchUp.missed(snapshot);
    },
    kill: () => stopping.abort(new StoppedError()),
  };
}

function createWorld() {
  return { history: createFakeHistory(), stores: createMemoryStores() };
}

/** Plays the steps, checks the invariant after each, and finishes everything at the end. */
async function play(steps: readonly Step[]): Promise<void> {
  const clock = createFakeClock();
  const world = createWorld();
  const messages = new Map<string, Snapshot>();
  /** The ids of finished messages, and each finished state of a message. */
  const finished = new Set<string>();
  const stateOf = (message: Snapshot): string => `${message.messageId} ${textOf(message)}`;
  await world.stores.checkpoints.watchedSince(GUILD, snowflakeAt(clock.now()));
  let life = createProcess(clock, world);

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
    return new Map(
      [...messages.values()].map(({ channelId, messageId }) => [channelId, messageId]),
    );
  }
  function watch(): void {
    clock.advance(1);
    const channels = [...newest()].map(([id, lastMessageId]) => ({ id, lastMessageId }));
    life.watch(GUILD, channels, null);
  }
  /** Messages whose events the bot does not receive. */
  function lose(lost: readonly number[]): void {
    for (const which of lost) {
      if (which < 6) write(which);
      else edit(which);
    }
  }
  function finishOne(which: number): void {
    const flight = life.flights.splice(which % Math.max(1, life.flights.length), 1)[0];
    if (flight === undefined) return;
    finished.add(flight.snapshot.messageId).add(stateOf(flight.snapshot));
    flight.finish();
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
        return finishOne(step.which);
      case 'second':
        return pass(clock, 1000);
      case 'session':
        lose(step.lost);
        return watch();
      case 'crash':
        life.kill();
        lose(step.lost);
        life = createProcess(clock, world);
        return watch();
      case 'discord':
        world.history.away = !world.history.away;
    }
  }
  /** A process that starts with these stores finds every unfinished message, by its id or by its edit. */
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
      finishOne(0);
      await turn();
    }
    await pass(clock, 1000);
    expectNothingPassed();
    if (life.watermarks.channelsBehind() === 0 && clock.pending().length === 0) break;
  }
  for (const message of messages.values()) {
    expect(finished).toContain(stateOf(message));
  }
  for (const [id, messageId] of newest()) {
    expect(world.stores.checkpoint(id)?.messageId).toBe(messageId);
  }
}

it('no checkpoint passes an unfinished message, and in the end all are finished in their current state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 20, maxLength: 120 }), play),
    { numRuns: runs(150) },
  );
});
