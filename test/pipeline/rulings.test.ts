import { beforeEach, expect, it } from 'vitest';
import type { Case, RulingKind } from '../../src/moderation/case.ts';
import type { RulingAnswer } from '../../src/moderation/ruling-ports.ts';
import { standingOf } from '../../src/moderation/rulings.ts';
import type { Pipeline, PipelineDeps } from '../../src/pipeline/pipeline.ts';
import { caseDraft } from '../helpers/cases.ts';
import { snapshot } from '../helpers/snapshots.ts';
import { pass, turn } from '../helpers/turn.ts';
import { createWorld, type World } from './world.ts';

const BY = { id: '5', name: 'moderator' };
const UNTIL = 2_000_000_000_000;

let world: World;
let record: Case;

/** A case of which all is done: the message deleted, its author timed out and given a role. */
beforeEach(async () => {
  world = createWorld();
  record = await world.stores.cases.open(
    caseDraft({
      steps: [
        { effect: { kind: 'delete' }, outcome: { status: 'done', at: 1 } },
        { effect: { kind: 'timeout' }, outcome: { status: 'done', at: 1, until: UNTIL } },
        {
          effect: { kind: 'addRole', roleId: '100000000000000009' },
          outcome: { status: 'done', at: 1 },
        },
        { effect: { kind: 'alert' }, outcome: { status: 'done', at: 1 } },
      ],
      alert: { channelId: '9', messageId: '91' },
      closedAt: 1,
    }),
    'text',
    30,
  );
});

function rule(pipeline: Pipeline, kind: RulingKind, by = BY): Promise<RulingAnswer> {
  const { guildId, number } = record;
  const mayReverse = standingOf(record).reversals;
  return pipeline.rulings.rule({ guildId, number, kind, by, reason: null, mayReverse });
}

const stored = async (): Promise<Case> => {
  const found = await world.stores.cases.get(record.guildId, record.number);
  if (found === null) throw new Error('the case is gone');
  return found;
};
const performed = () => world.discord.performed.map(({ kind }) => kind);

it('an undoing takes back the timeout and the role, and shows it on the alert', async () => {
  const answer = await rule(world.boot(), 'undo');
  expect(answer.kind).toBe('ended');
  expect(performed()).toEqual(['liftTimeout', 'takeRole']);
  const [ruling] = (await stored()).rulings;
  expect(ruling).toMatchObject({ kind: 'undo', by: BY, endedAt: world.clock.now() });
  expect(ruling?.steps[0]?.deed).toEqual({ kind: 'liftTimeout', until: UNTIL });
  expect(world.discord.refreshed.at(-1)?.rulings).toEqual((await stored()).rulings);
});

it('of two rulings at once the second is told who is at it', async () => {
  const pipeline = world.boot();
  const [first, second] = await Promise.all([
    rule(pipeline, 'undo'),
    rule(pipeline, 'undo', { id: '6', name: 'other' }),
  ]);
  expect(first.kind).toBe('ended');
  expect(second).toMatchObject({
    kind: 'hindered',
    hindrance: { kind: 'busy', ruling: { by: BY } },
  });
  expect(performed()).toEqual(['liftTimeout', 'takeRole']);
});

it('an undoing takes back nothing but what it was seen that the moderator may', async () => {
  const pipeline = world.boot();
  await rule(pipeline, 'ban', { id: '6', name: 'other' });
  // Looked at before the ban.
  expect(await rule(pipeline, 'undo')).toMatchObject({ hindrance: { kind: 'changed' } });
  expect(performed()).toEqual(['ban']);
  record = await stored();
  expect((await rule(pipeline, 'undo')).kind).toBe('ended');
  expect(performed()).toEqual(['ban', 'unban', 'liftTimeout', 'takeRole']);
});

it('what was undone is not undone again', async () => {
  const pipeline = world.boot();
  await rule(pipeline, 'undo');
  expect(await rule(pipeline, 'undo')).toMatchObject({
    kind: 'hindered',
    hindrance: { kind: 'already', ruling: { by: BY } },
  });
  expect(performed()).toHaveLength(2);
});

it('with Discord away whoever asked is answered after ten seconds, and it goes on', async () => {
  const pipeline = world.boot();
  world.discord.away = true;
  let answer: RulingAnswer | null = null;
  const asked = rule(pipeline, 'undo').then((given) => (answer = given));
  await pass(world.clock, 9000);
  expect(answer).toBeNull();
  await pass(world.clock, 2000);
  await asked;
  expect(answer).toMatchObject({ kind: 'goes on' });
  world.discord.away = false;
  await pass(world.clock, 60_000);
  expect((await stored()).rulings[0]?.endedAt).not.toBeNull();
  // The answer to the first attempt may have been lost.
  expect(world.discord.performed.map(({ resumed }) => resumed)).toEqual([true, false]);
});

it('a ruling that was begun when the bot stops is carried out at the next start', async () => {
  const first = world.boot();
  world.discord.away = true;
  const asked = rule(first, 'ban');
  await pass(world.clock, 3000);
  await first.stop({ deadlineMs: 1 });
  expect((await asked).kind).toBe('goes on');
  world.discord.away = false;
  world.boot().start();
  await pass(world.clock, 3000);
  expect(world.discord.performed).toMatchObject([{ by: 'enforce', kind: 'ban', resumed: true }]);
  expect((await stored()).rulings[0]?.endedAt).not.toBeNull();
});

it('killed at any moment of a ruling, the next process ends it, and does nothing twice unasked', async () => {
  let kills = 0;
  for (const moment of ['before', 'after'] as const) {
    for (let at = 1; ; at += 1) {
      const fresh = createWorld();
      const { number } = await fresh.stores.cases.open({ ...record }, 'text', 30);
      let calls = 0;
      const forever = new Promise<never>(() => {});
      const mortal = async <T>(run: () => Promise<T>): Promise<T> => {
        calls += 1;
        if (calls > at || (calls === at && moment === 'before')) return forever;
        const result = await run();
        return calls >= at ? forever : result;
      };
      const { discord, stores } = fresh;
      const ports: Partial<PipelineDeps> = {
        reverser: { reverse: (...args) => mortal(() => discord.reverser.reverse(...args)) },
        alerts: { ...discord.alerts, refresh: (one) => mortal(() => discord.alerts.refresh(one)) },
        cases: { ...stores.cases, update: (...args) => mortal(() => stores.cases.update(...args)) },
        pardons: { ...stores.pardons, add: (one) => mortal(() => stores.pardons.add(one)) },
      };
      const order = {
        guildId: record.guildId,
        number,
        kind: 'pardon',
        by: BY,
        reason: null,
        mayReverse: standingOf(record).reversals,
      } as const;
      void fresh.boot(ports).rulings.rule(order);
      await turn();
      await turn();
      if (calls < at) break;
      kills += 1;
      fresh.boot().start();
      await pass(fresh.clock, 1000);
      const after = await stores.cases.get(record.guildId, number);
      const [ruling] = after?.rulings ?? [];
      // Killed before it was stored, nothing was begun.
      const isBegun = !(at === 1 && moment === 'before');
      expect(after?.rulings).toHaveLength(isBegun ? 1 : 0);
      expect(typeof ruling?.endedAt === 'number').toBe(isBegun);
      expect(await stores.pardons.has(record.guildId, record.fingerprint)).toBe(isBegun);
      expect(discord.refreshed.length > 0).toBe(isBegun);
      for (const kind of ['liftTimeout', 'takeRole']) {
        const done = discord.performed.filter((one) => one.kind === kind);
        expect(done.length > 0).toBe(isBegun);
        for (const again of done.slice(1)) expect(again.resumed).toBe(true);
      }
    }
  }
  expect(kills).toBeGreaterThan(12);
});

it('a false positive is remembered: the same text is left standing, an edited one is not', async () => {
  const pipeline = world.boot();
  pipeline.submit(snapshot({ messageId: '200000000000000001', text: 'delete me' }));
  await pass(world.clock, 1000);
  const acted = world.stores.allCases().at(-1);
  if (acted === undefined) throw new Error('there is no case');
  record = acted;
  await rule(pipeline, 'pardon');
  pipeline.submit(snapshot({ messageId: '200000000000000002', text: 'delete me' }));
  pipeline.submit(snapshot({ messageId: '200000000000000003', text: 'delete me, too' }));
  await pass(world.clock, 1000);
  expect(world.events.map(({ outcome }) => outcome)).toMatchObject([
    { kind: 'acted' },
    { kind: 'skipped', reason: 'pardoned text' },
    { kind: 'acted' },
  ]);
  await rule(pipeline, 'unpardon');
  pipeline.submit(snapshot({ messageId: '200000000000000004', text: 'delete me' }));
  await pass(world.clock, 1000);
  expect(world.events.at(-1)?.outcome.kind).toBe('acted');
});

it('a ruling waits for nobody, but the bot itself must be through with the case', async () => {
  const pipeline = world.boot();
  world.discord.away = true;
  pipeline.submit(snapshot({ messageId: '200000000000000001', text: 'delete me' }));
  await pass(world.clock, 1000);
  const open = world.stores.allCases().at(-1);
  if (open === undefined) throw new Error('there is no case');
  record = open;
  expect(await rule(pipeline, 'timeout')).toMatchObject({ hindrance: { kind: 'not carried out' } });
});

it('a ruling made while the alert waits for its turn is kept, and shown on it', async () => {
  const posts: Case[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const pipeline = world.boot({
    alerts: {
      ...world.discord.alerts,
      async post(context) {
        await held;
        posts.push(context.record);
        return world.discord.alerts.post(context);
      },
    },
  });
  pipeline.submit(snapshot({ messageId: '200000000000000001', text: 'delete me' }));
  await pass(world.clock, 1000);
  const waiting = world.stores.allCases().at(-1);
  if (waiting === undefined) throw new Error('there is no case');
  record = waiting;
  expect((await rule(pipeline, 'timeout')).kind).toBe('ended');
  release();
  await pass(world.clock, 1000);
  const now = await stored();
  expect(now.rulings).toHaveLength(1);
  expect(now.alert).not.toBeNull();
  expect(world.discord.refreshed.at(-1)).toMatchObject({ alert: now.alert, rulings: now.rulings });
});

/** Alerts whose first refresh waits until it is let go. */
function heldRefresh(): { alerts: PipelineDeps['alerts']; release: () => void } {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { alerts } = world.discord;
  const refresh: typeof alerts.refresh = async (one) => {
    await held;
    return alerts.refresh(one);
  };
  return { alerts: { ...alerts, refresh }, release };
}

it('a ruling that ends just after its alert was posted is shown on it', async () => {
  const { alerts, release } = heldRefresh();
  const { steps } = record;
  const open = caseDraft({
    messageId: '200000000000000001',
    steps: steps.map((step) => (step.effect.kind === 'alert' ? { ...step, outcome: null } : step)),
  });
  record = await world.stores.cases.open(open, 'text', 30);
  const pipeline = world.boot({ alerts });
  const asked = rule(pipeline, 'done');
  await turn();
  // Posts the alert, while the ruling knows of none.
  pipeline.start();
  await turn();
  expect((await stored()).alert).not.toBeNull();
  release();
  await asked;
  await turn();
  const now = await stored();
  expect(now.rulings[0]?.endedAt).not.toBeNull();
  expect(world.discord.refreshed.at(-1)).toEqual(now);
});

it('a keyword alert that joins while a ruling is carried out shows it when it has ended', async () => {
  const { alerts, release } = heldRefresh();
  const pipeline = world.boot({ alerts });
  const asked = rule(pipeline, 'done');
  await turn();
  const { guildId, channelId, messageId, author } = record;
  const hit = { eventId: 'e', guildId, channelId, messageId, authorId: author.id };
  const place = { channelId: '9', messageId: '92' };
  await pipeline.rulings.takeUp({ ...hit, keyword: 'k', text: null }, author.name, place);
  expect(await rule(pipeline, 'done')).toMatchObject({ hindrance: { kind: 'busy' } });
  release();
  await asked;
  await turn();
  const last = world.discord.refreshed.at(-1);
  expect(last?.keywordAlerts).toEqual([place]);
  expect(last?.rulings[0]?.endedAt).not.toBeNull();
});

it('a case that does not exist is told as such', async () => {
  record = { ...record, number: 99 };
  expect(await rule(world.boot(), 'undo')).toEqual({ kind: 'unknown case' });
});
