import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PipelineDeps } from '../../../../../src/bot/composition/pipeline/pipeline.ts';
import type { Snapshot } from '../../../../../src/bot/domain/snapshot.ts';
import { CHANNEL, GUILD, idAt, snapshot } from '../../../../helpers/snapshots.ts';
import { pass, turn } from '../../../../helpers/turn.ts';
import { createWorld, type World, type Overrides } from './world.ts';
import { runs } from '../../../../helpers/vitest/property-runs.ts';

/** The kill comes before or after the call takes effect. */
type Moment = 'before' | 'after';

/** Ports of a process that is killed at its `callNumber`th call. Nothing it does afterwards has an effect. */
function killableAt(world: World, callNumber: number, moment: Moment) {
  let calls = 0;
  const forever = new Promise<never>(() => {});

  async function call<T>(run: () => Promise<T>): Promise<T> {
    calls += 1;
    if (calls > callNumber || (calls === callNumber && moment === 'before')) return forever;
    const result = await run();
    return calls >= callNumber ? forever : result;
  }

  const { stores, discord, moderator, posts } = world;
  const { cases, checkpoints } = stores;
  const ports: Overrides = {
    observe: () => {},
    moderator: { moderate: (...args) => call(() => moderator.moderate(...args)) },
    executors: {
      ...discord.executors,
      enforce: {
        execute: (...args) => call(() => discord.executors.enforce.execute(...args)),
      },
    },
    alerts: {
      ...discord.alerts,
      find: (alert) => call(() => discord.alerts.find(alert)),
      post: (alert) => call(() => discord.alerts.post(alert)),
      refresh: (place, alert) => call(() => discord.alerts.refresh(place, alert)),
    },
    cases: {
      ...cases,
      open: (...args) => call(() => cases.open(...args)),
      update: (known, change) => call(() => cases.update(known, change)),
      waitingForAlert: (...args) => call(() => cases.waitingForAlert(...args)),
      list: (guildId, options) => call(() => cases.list(guildId, options)),
      forgetTexts: (guildId, authorId) => call(() => cases.forgetTexts(guildId, authorId)),
      get: (...args) => call(() => cases.get(...args)),
      evidence: (...args) => call(() => cases.evidence(...args)),
      quotes: (...args) => call(() => cases.quotes(...args)),
      ofMessage: (...args) => call(() => cases.ofMessage(...args)),
      ofAlert: (...args) => call(() => cases.ofAlert(...args)),
      latestAlert: (...args) => call(() => cases.latestAlert(...args)),
    },
    posts: {
      ...posts,
      want: (...args) => call(() => posts.want(...args)),
      save: (...args) => call(() => posts.save(...args)),
      forget: (...args) => call(() => posts.forget(...args)),
    },
    checkpoints: {
      watchedSince: (...args) => call(() => checkpoints.watchedSince(...args)),
      read: (...args) => call(() => checkpoints.read(...args)),
      write: (...args) => call(() => checkpoints.write(...args)),
      guildWatermark: (guildId) => call(() => checkpoints.guildWatermark(guildId)),
      forget: (...args) => call(() => checkpoints.forget(...args)),
    },
  };
  return { ports, wasKilled: () => calls >= callNumber };
}

const MESSAGES: readonly Snapshot[] = [
  snapshot({ messageId: idAt(1), text: 'hello' }),
  snapshot({ messageId: idAt(2), text: 'ban me' }),
  snapshot({ messageId: idAt(3), text: 'flag this' }),
  snapshot({ messageId: idAt(4), text: 'reject this' }),
  snapshot({ messageId: idAt(5), text: 'goodbye' }),
];
const CHANNELS = [{ id: CHANNEL, lastMessageId: idAt(5) }];

async function createWatchedWorld(): Promise<World> {
  const world = createWorld();
  await world.stores.checkpoints.watchedSince(GUILD, idAt(0));
  world.clock.advance(10_000);
  for (const message of MESSAGES) world.history.write(message);
  return world;
}

/** One run of a process: it starts and receives the messages (`receives`) or catches up with them. */
async function runProcess(world: World, receives: boolean, ports?: Overrides): Promise<void> {
  const pipeline = world.boot(ports);
  pipeline.start();
  if (receives) for (const message of MESSAGES) pipeline.submit(message);
  else pipeline.watch(GUILD, CHANNELS);
  await pass(world.clock, 3000);
}

function expectEverythingDoneOnce(world: World): void {
  const cases = world.stores.allCases();
  const about = (id: string): string[] =>
    cases
      .filter(({ messageId }) => messageId === id)
      .map(({ rule }) => ('id' in rule ? rule.id : rule.of));
  expect(MESSAGES.map(({ messageId }) => about(messageId))).toEqual([
    [],
    ['ban'],
    ['flag'],
    ['unknown'],
    [],
  ]);
  for (const record of cases) {
    expect(record.closedAt).not.toBeNull();
    for (const { effect, outcome } of record.steps) {
      expect(outcome?.status).toBe('done');
      const performed = world.discord.performed.filter(
        ({ kind, messageId }) => kind === effect.kind && messageId === record.messageId,
      );
      expect(performed.length).toBeGreaterThanOrEqual(1);
      // Every repetition is marked as resumed.
      for (const again of performed.slice(1)) expect(again.resumed).toBe(true);
    }
  }
  expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(5));
}

describe('a process killed at any step', () => {
  for (const receives of [true, false]) {
    it(`loses nothing, ${receives ? 'while receiving messages' : 'while catching up'}`, async () => {
      let kills = 0;
      for (const moment of ['before', 'after'] as const) {
        for (let callNumber = 1; ; callNumber += 1) {
          const world = await createWatchedWorld();
          const { ports, wasKilled } = killableAt(world, callNumber, moment);
          await runProcess(world, receives, ports);
          if (!wasKilled()) break;
          kills += 1;
          await runProcess(world, false);
          expectEverythingDoneOnce(world);
        }
      }
      expect(kills).toBeGreaterThan(40);
    });
  }

  it('loses nothing when several processes are killed in a row', async () => {
    const kill = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom('before', 'after'));
    await fc.assert(
      fc.asyncProperty(fc.array(kill, { minLength: 2, maxLength: 6 }), async (kills) => {
        const world = await createWatchedWorld();
        for (const [index, [callNumber, moment]] of kills.entries()) {
          await runProcess(world, index === 0, killableAt(world, callNumber, moment).ports);
        }
        await runProcess(world, false);
        expectEverythingDoneOnce(world);
        expect(world.stores.allCases()).toHaveLength(3);
      }),
      { numRuns: runs(25) },
    );
  });
});

it('a process killed at any step shows each case of an author on exactly one alert', async () => {
  let kills = 0;
  for (const moment of ['before', 'after'] as const) {
    for (let callNumber = 1; ; callNumber += 1) {
      const world = await createWatchedWorld();
      let posts = 0n;
      // An alert that later cases can be added to.
      world.discord.newPostId = () => String(BigInt(idAt(10_000)) + (posts += 1n));
      const { ports, wasKilled } = killableAt(world, callNumber, moment);
      await runProcess(world, true, { ...ports, alertDelayMs: 500 });
      if (!wasKilled()) break;
      kills += 1;
      await runProcess(world, false, { alertDelayMs: 500 });
      await pass(world.clock, 10_000);
      const shown = world.discord.posts.flatMap((post) => post.shown);
      expect(shown.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
      for (const { number, alert, closedAt } of world.stores.allCases()) {
        expect(closedAt).not.toBeNull();
        const post = world.discord.posts.find(({ id }) => id === alert?.messageId);
        expect(post?.shown).toContain(number);
      }
    }
  }
  expect(kills).toBeGreaterThan(40);
});

it('a resumed case runs only its open steps, with its original text', async () => {
  const world = await createWatchedWorld();
  const { ports } = killableAt(world, 6, 'after');
  world.boot(ports).submit(snapshot({ messageId: idAt(2), text: 'ban me' }));
  await turn();
  // Killed after the deletion was saved.
  expect(world.discord.performed.map(({ kind }) => kind)).toEqual(['delete']);
  world.boot().start();
  await turn();
  expect(world.discord.performed.map(({ kind, resumed, text }) => [kind, resumed, text])).toEqual([
    ['delete', false, 'ban me'],
    ['notice', true, 'ban me'],
    ['ban', false, 'ban me'],
    ['alert', false, 'ban me'],
  ]);
});

it('an observer gets every effect once, although a process was killed between them', async () => {
  const world = await createWatchedWorld();
  const heard: string[] = [];
  const observeEffect: PipelineDeps['observeEffect'] = ({ kind }, { status }) =>
    heard.push(`${kind} ${status}`);
  const { ports } = killableAt(world, 7, 'after');
  world.boot({ ...ports, observeEffect }).submit(snapshot({ messageId: idAt(2), text: 'ban me' }));
  await turn();
  expect(heard).toEqual(['delete done']);
  world.boot({ observeEffect }).start();
  await turn();
  expect(heard).toEqual(['delete done', 'notice done', 'ban done', 'alert done']);
});

it('runs a case once when it is resumed while its message is fetched again', async () => {
  const world = await createWatchedWorld();
  const { ports } = killableAt(world, 3, 'after');
  world.boot(ports).submit(snapshot({ messageId: idAt(2), text: 'ban me' }));
  await turn();
  const next = world.boot();
  next.start();
  next.submit(snapshot({ messageId: idAt(2), text: 'ban me' }));
  await turn();
  expect(world.discord.performed.map(({ kind }) => kind)).toEqual([
    'delete',
    'notice',
    'ban',
    'alert',
  ]);
  expect(world.outcomes()).toEqual(['known', 'acted']);
});
