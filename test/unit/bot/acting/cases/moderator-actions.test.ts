import { beforeEach, describe, expect, it } from 'vitest';
import type { Case, ModeratorActionKind } from '../../../../../src/bot/domain/case.ts';
import type { ModeratorActionResult } from '../../../../../src/bot/domain/actions/moderator-action-ports.ts';
import { activeEffectsOf } from '../../../../../src/bot/domain/actions/active-effects.ts';
import type {
  Pipeline,
  PipelineDeps,
} from '../../../../../src/bot/composition/pipeline/pipeline.ts';
import { caseDraft } from '../../../../helpers/cases.ts';
import { snapshot } from '../../../../helpers/snapshots.ts';
import { pass, turn } from '../../../../helpers/turn.ts';
import { createWorld, type World, type Overrides } from '../../composition/pipeline/world.ts';

const BY = { id: '5', name: 'moderator' };
const UNTIL = 2_000_000_000_000;

let world: World;
let record: Case;

/** A closed case: message deleted, author timed out and given a role. */
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

function act(
  pipeline: Pipeline,
  kind: ModeratorActionKind,
  by = BY,
): Promise<ModeratorActionResult> {
  const { guildId, number } = record;
  const permittedReversals = activeEffectsOf(record).reversals;
  return pipeline.moderatorActions.run({
    guildId,
    number,
    kind,
    by,
    reason: null,
    permittedReversals,
  });
}

const stored = async (): Promise<Case> => {
  const latest = await world.stores.cases.get(record.guildId, record.number);
  if (latest === null) throw new Error('the case is gone');
  return latest;
};
const performed = () => world.discord.performed.map(({ kind }) => kind);

it('undo lifts the timeout, removes the role and refreshes the alert', async () => {
  const answer = await act(world.boot(), 'undo');
  expect(answer.kind).toBe('ended');
  expect(performed()).toEqual(['liftTimeout', 'takeRole']);
  const [moderatorAction] = (await stored()).moderatorActions;
  expect(moderatorAction).toMatchObject({ kind: 'undo', by: BY, endedAt: world.clock.now() });
  expect(moderatorAction?.steps[0]?.action).toEqual({ kind: 'liftTimeout', until: UNTIL });
  expect(world.discord.refreshed.at(-1)?.moderatorActions).toEqual(
    (await stored()).moderatorActions,
  );
});

it('of two moderator actions at once, the second conflicts and names the first moderator', async () => {
  const pipeline = world.boot();
  const [first, second] = await Promise.all([
    act(pipeline, 'undo'),
    act(pipeline, 'undo', { id: '6', name: 'other' }),
  ]);
  expect(first.kind).toBe('ended');
  expect(second).toMatchObject({
    kind: 'conflict',
    conflict: { kind: 'busy', moderatorAction: { by: BY } },
  });
  expect(performed()).toEqual(['liftTimeout', 'takeRole']);
});

it('runs an action on several cases of an alert, skips those with a conflict, and refreshes the alert once', async () => {
  const { steps, alert } = record;
  const draft = caseDraft({ messageId: '200000000000000002', steps, alert, closedAt: 1 });
  const second = await world.stores.cases.open(draft, 'text', 30);
  const third = await world.stores.cases.open({ ...draft, steps: [] }, 'text', 30);
  const { guildId } = record;
  const permittedReversals = activeEffectsOf(record).reversals;
  const results = await world.boot().moderatorActions.runAll(
    [record, second, third].map(({ number }) => ({
      guildId,
      number,
      kind: 'undo',
      by: BY,
      reason: null,
      permittedReversals,
    })),
  );
  expect(results.map(({ kind }) => kind)).toEqual(['ended', 'ended', 'conflict']);
  expect(performed()).toEqual(['liftTimeout', 'liftTimeout', 'takeRole', 'takeRole']);
  await turn();
  const ended = await Promise.all(
    [record, second, third].map(({ number }) => world.stores.cases.get(guildId, number)),
  );
  // Once for the action and once for the conflict; each refresh shows all cases.
  expect(world.discord.refreshed).toHaveLength(6);
  expect(world.discord.refreshed.slice(0, 3)).toEqual(ended);
});

it('undo stops when the case has changed since the permission check', async () => {
  const pipeline = world.boot();
  await act(pipeline, 'ban', { id: '6', name: 'other' });
  // The permission check was before the ban.
  expect(await act(pipeline, 'undo')).toMatchObject({ conflict: { kind: 'changed' } });
  expect(performed()).toEqual(['notice', 'ban']);
  record = await stored();
  expect((await act(pipeline, 'undo')).kind).toBe('ended');
  expect(performed()).toEqual(['notice', 'ban', 'unban', 'liftTimeout', 'takeRole']);
});

it('an undone case cannot be undone again', async () => {
  const pipeline = world.boot();
  await act(pipeline, 'undo');
  expect(await act(pipeline, 'undo')).toMatchObject({
    kind: 'conflict',
    conflict: { kind: 'already', moderatorAction: { by: BY } },
  });
  expect(performed()).toHaveLength(2);
});

it('the moderator gets an answer after ten seconds while Discord is unavailable, and the action continues', async () => {
  const pipeline = world.boot();
  world.discord.away = true;
  let answer: ModeratorActionResult | null = null;
  const answered = act(pipeline, 'undo').then((result) => (answer = result));
  await pass(world.clock, 9000);
  expect(answer).toBeNull();
  await pass(world.clock, 2000);
  await answered;
  expect(answer).toMatchObject({ kind: 'in progress' });
  world.discord.away = false;
  await pass(world.clock, 60_000);
  expect((await stored()).moderatorActions[0]?.endedAt).not.toBeNull();
  // The first answer may have been lost.
  expect(world.discord.performed.map(({ resumed }) => resumed)).toEqual([true, false]);
});

it('the next start finishes a moderator action that a stop interrupted', async () => {
  const first = world.boot();
  world.discord.away = true;
  const answered = act(first, 'ban');
  await pass(world.clock, 3000);
  await first.stop({ deadlineMs: 1 });
  expect((await answered).kind).toBe('in progress');
  world.discord.away = false;
  world.boot().start();
  await pass(world.clock, 3000);
  expect(world.discord.performed).toMatchObject([
    { by: 'enforce', kind: 'notice', resumed: true },
    { by: 'enforce', kind: 'ban', resumed: false },
  ]);
  expect((await stored()).moderatorActions[0]?.endedAt).not.toBeNull();
});

it('the next process finishes a moderator action after a kill at any moment, and repeats steps only as resumed', async () => {
  let kills = 0;
  for (const moment of ['before', 'after'] as const) {
    for (let at = 1; ; at += 1) {
      const fresh = createWorld();
      const { number } = await fresh.stores.cases.open({ ...record }, 'text', 30);
      let calls = 0;
      const forever = new Promise<never>(() => {});
      const killable = async <T>(run: () => Promise<T>): Promise<T> => {
        calls += 1;
        if (calls > at || (calls === at && moment === 'before')) return forever;
        const result = await run();
        return calls >= at ? forever : result;
      };
      const { discord, stores } = fresh;
      const ports: Overrides = {
        undoer: { undo: (...args) => killable(() => discord.undoer.undo(...args)) },
        alerts: {
          ...discord.alerts,
          refresh: (...args) => killable(() => discord.alerts.refresh(...args)),
        },
        cases: {
          ...stores.cases,
          update: (...args) => killable(() => stores.cases.update(...args)),
        },
        allowedTexts: {
          ...stores.allowedTexts,
          add: (allowed) => killable(() => stores.allowedTexts.add(allowed)),
        },
      };
      const request = {
        guildId: record.guildId,
        number,
        kind: 'allow',
        by: BY,
        reason: null,
        permittedReversals: activeEffectsOf(record).reversals,
      } as const;
      void fresh.boot(ports).moderatorActions.run(request);
      await turn();
      await turn();
      if (calls < at) break;
      kills += 1;
      fresh.boot().start();
      await pass(fresh.clock, 1000);
      const after = await stores.cases.get(record.guildId, number);
      const [moderatorAction] = after?.moderatorActions ?? [];
      // A kill before the first write leaves nothing to resume.
      const isBegun = !(at === 1 && moment === 'before');
      expect(after?.moderatorActions).toHaveLength(isBegun ? 1 : 0);
      expect(typeof moderatorAction?.endedAt === 'number').toBe(isBegun);
      expect(await stores.allowedTexts.has(record.guildId, record.fingerprint)).toBe(isBegun);
      expect(discord.refreshed.length > 0).toBe(isBegun);
      for (const kind of ['liftTimeout', 'takeRole']) {
        const done = discord.performed.filter((step) => step.kind === kind);
        expect(done.length > 0).toBe(isBegun);
        for (const again of done.slice(1)) expect(again.resumed).toBe(true);
      }
    }
  }
  expect(kills).toBeGreaterThan(12);
});

it('allows the same text after a false positive, but not an edited one', async () => {
  const pipeline = world.boot();
  pipeline.submit(snapshot({ messageId: '200000000000000001', text: 'delete me' }));
  await pass(world.clock, 1000);
  const acted = world.stores.allCases().at(-1);
  if (acted === undefined) throw new Error('there is no case');
  record = acted;
  await act(pipeline, 'allow');
  pipeline.submit(snapshot({ messageId: '200000000000000002', text: 'delete me' }));
  pipeline.submit(snapshot({ messageId: '200000000000000003', text: 'delete me, too' }));
  await pass(world.clock, 1000);
  expect(world.events.map(({ outcome }) => outcome)).toMatchObject([
    { kind: 'acted' },
    { kind: 'skipped', reason: 'allowed text' },
    { kind: 'acted' },
  ]);
  await act(pipeline, 'disallow');
  pipeline.submit(snapshot({ messageId: '200000000000000004', text: 'delete me' }));
  await pass(world.clock, 1000);
  expect(world.events.at(-1)?.outcome.kind).toBe('acted');
});

it('a moderator action conflicts while the bot still runs its own effects', async () => {
  const pipeline = world.boot();
  world.discord.away = true;
  pipeline.submit(snapshot({ messageId: '200000000000000001', text: 'delete me' }));
  await pass(world.clock, 1000);
  const open = world.stores.allCases().at(-1);
  if (open === undefined) throw new Error('there is no case');
  record = open;
  expect(await act(pipeline, 'timeout')).toMatchObject({ conflict: { kind: 'still processing' } });
});

it('an alert that is posted after a moderator action shows that action', async () => {
  const posts: Case[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const pipeline = world.boot({
    alerts: {
      ...world.discord.alerts,
      async post(alert) {
        await held;
        posts.push(...alert.cases.map((each) => each.record));
        return world.discord.alerts.post(alert);
      },
    },
  });
  pipeline.submit(snapshot({ messageId: '200000000000000001', text: 'delete me' }));
  await pass(world.clock, 1000);
  const waiting = world.stores.allCases().at(-1);
  if (waiting === undefined) throw new Error('there is no case');
  record = waiting;
  expect((await act(pipeline, 'timeout')).kind).toBe('ended');
  release();
  await pass(world.clock, 1000);
  const now = await stored();
  expect(now.moderatorActions).toHaveLength(1);
  expect(now.alert).not.toBeNull();
  expect(world.discord.refreshed.at(-1)).toMatchObject({
    alert: now.alert,
    moderatorActions: now.moderatorActions,
  });
});

it('an alert that is posted during a moderator action shows its end', async () => {
  const { undoer, release } = heldUndoer();
  const { steps } = record;
  const open = caseDraft({
    messageId: '200000000000000001',
    steps: steps.map((step) => (step.effect.kind === 'alert' ? { ...step, outcome: null } : step)),
  });
  record = await world.stores.cases.open(open, 'text', 30);
  const pipeline = world.boot({ undoer });
  const answered = act(pipeline, 'undo');
  await turn();
  // Posts the alert after the action has read the case.
  pipeline.start();
  await turn();
  expect((await stored()).alert).not.toBeNull();
  release();
  await answered;
  await turn();
  const now = await stored();
  expect(now.moderatorActions[0]?.endedAt).not.toBeNull();
  expect(world.discord.refreshed.at(-1)).toEqual(now);
});

it('a keyword alert that joins the case during a moderator action shows its end', async () => {
  const { undoer, release } = heldUndoer();
  const pipeline = world.boot({ undoer });
  const answered = act(pipeline, 'undo');
  await turn();
  const { guildId, channelId, messageId, author } = record;
  const hit = { eventId: 'e', guildId, channelId, messageId, authorId: author.id };
  const alert = { channelId: '9', messageId: '92' };
  await pipeline.moderatorActions.openCaseForKeywordHit(
    { ...hit, keywords: ['k'], text: null },
    author,
    alert,
  );
  expect(await act(pipeline, 'undo')).toMatchObject({ conflict: { kind: 'busy' } });
  release();
  await answered;
  await turn();
  const last = world.discord.refreshed.at(-1);
  expect(last?.keywordAlerts).toEqual([alert]);
  expect(last?.moderatorActions[0]?.endedAt).not.toBeNull();
});

it('reports a case that does not exist', async () => {
  record = { ...record, number: 99 };
  expect(await act(world.boot(), 'undo')).toEqual({ kind: 'unknown case' });
});

describe('the allowed texts', () => {
  const isAllowed = (): Promise<boolean> =>
    world.stores.allowedTexts.has(record.guildId, record.fingerprint);

  it.each(['undo', 'ban', 'done'] as const)('do not change with "%s"', async (kind) => {
    const pipeline = world.boot();
    expect((await act(pipeline, kind)).kind).toBe('ended');
    expect(await isAllowed()).toBe(false);
    await world.stores.allowedTexts.add(record);
    record = await world.stores.cases.open(
      caseDraft({ steps: [], alert: record.alert, closedAt: 1 }),
      'text',
      30,
    );
    expect((await act(pipeline, kind === 'undo' ? 'delete' : kind)).kind).toBe('ended');
    expect(await isAllowed()).toBe(true);
  });

  it('gain the text with "allow" and lose it with "disallow"', async () => {
    const pipeline = world.boot();
    await act(pipeline, 'allow');
    expect(await isAllowed()).toBe(true);
    await act(pipeline, 'disallow');
    expect(await isAllowed()).toBe(false);
  });
});

/** An undoer that waits for `release` after it has noted the step. */
function heldUndoer(): { undoer: PipelineDeps['undoer']; release: () => void } {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  return {
    undoer: {
      async undo(reversal, context) {
        const outcome = await world.discord.undoer.undo(reversal, context);
        await held;
        return outcome;
      },
    },
    release,
  };
}

it('a resume leaves alone the moderator action that this process runs', async () => {
  const { undoer, release } = heldUndoer();
  const pipeline = world.boot({ undoer });
  const answered = act(pipeline, 'undo');
  await turn();
  pipeline.start();
  await pass(world.clock, 3000);
  expect(performed()).toEqual(['liftTimeout']);
  release();
  expect((await answered).kind).toBe('ended');
  expect(performed()).toEqual(['liftTimeout', 'takeRole']);
});

it('a resume does not wait for moderator actions about other cases', async () => {
  const interrupted = await world.stores.cases.open(
    caseDraft({
      messageId: '200000000000000001',
      steps: [],
      closedAt: 1,
      moderatorActions: [
        {
          kind: 'ban',
          by: BY,
          at: 1,
          reason: null,
          steps: [{ action: { kind: 'ban' }, outcome: null }],
          endedAt: null,
        },
      ],
    }),
    'text',
    30,
  );
  const { undoer } = heldUndoer();
  const pipeline = world.boot({ undoer });
  void act(pipeline, 'undo');
  await turn();
  pipeline.start();
  await turn();
  expect(performed()).toEqual(['liftTimeout', 'ban']);
  const resumed = await world.stores.cases.get(interrupted.guildId, interrupted.number);
  expect(resumed?.moderatorActions[0]?.endedAt).not.toBeNull();
});

it('a retry continues from the stored case and repeats no step', async () => {
  let failures = 1;
  const { allowedTexts } = world.stores;
  const pipeline = world.boot({
    allowedTexts: {
      ...allowedTexts,
      async add(allowed) {
        if (failures-- > 0) throw new Error('disk full');
        return allowedTexts.add(allowed);
      },
    },
  });
  const answered = act(pipeline, 'allow');
  await pass(world.clock, 3000);
  expect((await answered).kind).toBe('ended');
  expect(performed()).toEqual(['liftTimeout', 'takeRole']);
  expect(await allowedTexts.has(record.guildId, record.fingerprint)).toBe(true);
});
