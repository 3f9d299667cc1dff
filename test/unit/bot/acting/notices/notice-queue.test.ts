import { beforeEach, describe, expect, it } from 'vitest';
import type { Case } from '../../../../../src/bot/domain/case.ts';
import type { Outcome } from '../../../../../src/bot/domain/effects.ts';
import type { EffectContext, Executor } from '../../../../../src/bot/domain/ports.ts';
import type { Unavailable } from '../../../../../src/shared/tasks/retry.ts';
import { defaultPolicy, type Policy } from '../../../../../src/bot/domain/policy/policy.ts';
import type { Pipeline } from '../../../../../src/bot/composition/pipeline/pipeline.ts';
import { GUILD, idAt, snapshot } from '../../../../helpers/snapshots.ts';
import { pass, turn } from '../../../../helpers/turn.ts';
import { createWorld, type World, type Overrides } from '../../composition/pipeline/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let world: World;
/** The notices Discord accepted. */
let sent: { author: string; case: number; at: number; resumed: boolean }[];

/** The author of each attempt. */
let attempts: string[];
/** The direct message channels that Discord opens before it refuses for ten minutes. */
let budget: number;
let freeAt: number;
let refuse: Outcome | null;

beforeEach(() => {
  world = createWorld();
  sent = [];
  attempts = [];
  budget = Infinity;
  freeAt = 0;
  refuse = null;
});

function sendNotice({ record, resumed }: EffectContext): Outcome | Unavailable {
  attempts.push(record.author.id);
  if (budget <= 0) {
    freeAt = freeAt === 0 ? world.clock.now() + 10 * MINUTE : freeAt;
    const retryAfterMs = freeAt - world.clock.now();
    if (retryAfterMs > 0) return { status: 'unavailable', reason: 'too fast', retryAfterMs };
    budget = 10;
    freeAt = 0;
  }
  if (refuse !== null) return refuse;
  budget -= 1;
  const at = world.clock.now();
  sent.push({ author: record.author.id, case: record.number, at, resumed });
  return { status: 'done', at };
}

function boot(overrides: Overrides = {}): Pipeline {
  const { executors } = world.discord;
  const enforce: Executor = {
    execute: async (action, context) =>
      action.kind === 'notice' ? sendNotice(context) : executors.enforce.execute(action, context),
  };
  return world.boot({ executors: { ...executors, enforce }, ...overrides });
}

/** A message for which the bot deletes and notifies. */
function offend(pipeline: Pipeline, n: number, authorId: string, word = 'delete'): void {
  const message = snapshot({ messageId: idAt(n), text: `${word} ${n}` });
  pipeline.submit({ ...message, author: { ...message.author, id: authorId } });
}

function noticeOf({ steps }: Case | { steps: Case['steps'] }): Outcome | null | undefined {
  return steps.find(({ effect }) => effect.kind === 'notice')?.outcome;
}

const notices = (): (Outcome | null | undefined)[] => world.stores.allCases().map(noticeOf);

describe('the queue of notices', () => {
  it('sends a first notice at once', async () => {
    offend(boot(), 1, 'a');
    await turn();
    expect(sent).toEqual([{ author: 'a', case: 1, at: world.clock.now(), resumed: false }]);
    expect(notices()).toMatchObject([{ status: 'done' }]);
  });

  it('waits at first, so that none goes out when an incident begins', async () => {
    const start = world.clock.now();
    offend(boot({ noticeDelayMs: 5000 }), 1, 'a');
    await pass(world.clock, 4999);
    expect(sent).toEqual([]);
    expect(notices()).toMatchObject([{ detail: { key: 'effects:deferred.waiting' } }]);
    await pass(world.clock, 1);
    expect(sent).toMatchObject([{ author: 'a', case: 1, at: start + 5000 }]);
    expect(notices()).toMatchObject([{ status: 'done' }]);
  });

  it('does not wait before a ban, whose notice replaces the waiting one', async () => {
    const pipeline = boot({ noticeDelayMs: 5000 });
    offend(pipeline, 1, 'a');
    await turn();
    offend(pipeline, 2, 'a', 'ban');
    await turn();
    expect(sent).toMatchObject([{ author: 'a', case: 2 }]);
    await pass(world.clock, HOUR);
    expect(sent).toHaveLength(1);
    expect(notices()).toMatchObject([
      { detail: { key: 'effects:deferred.merged', values: { number: 2 } } },
      { status: 'done' },
    ]);
  });

  it('sends an author one notice an hour, about the latest case', async () => {
    const pipeline = boot();
    const start = world.clock.now();
    for (const n of [1, 2, 3]) {
      offend(pipeline, n, 'a');
      await turn();
    }
    offend(pipeline, 4, 'b');
    await turn();
    expect(sent.map(({ author, case: number }) => [author, number])).toEqual([
      ['a', 1],
      ['b', 4],
    ]);
    expect(notices()).toMatchObject([
      { status: 'done' },
      { status: 'deferred', detail: { key: 'effects:deferred.merged', values: { number: 3 } } },
      { status: 'deferred', detail: { key: 'effects:deferred.waiting' } },
      { status: 'done' },
    ]);
    await pass(world.clock, HOUR - 1);
    expect(sent).toHaveLength(2);
    await pass(world.clock, 1);
    expect(sent.at(-1)).toMatchObject({ author: 'a', case: 3, at: start + HOUR });
    expect(notices()[2]).toMatchObject({ status: 'done' });
    expect(world.discord.refreshed.at(-1)?.number).toBe(3);
    await pass(world.clock, 3 * HOUR);
    expect(sent).toHaveLength(3);
  });

  it('loses none under load: notices wait for Discord’s limit, in order', async () => {
    // All authors write the same, but here they are no incident.
    const incidents = { ...defaultPolicy.incidents, enabled: false };
    await world.stores.policies.set(GUILD, { ...defaultPolicy, incidents });
    const pipeline = boot();
    budget = 10;
    const authors = Array.from({ length: 60 }, (_, n) => `author-${n}`);
    for (const [n, author] of authors.entries()) offend(pipeline, n + 1, author);
    await turn();
    expect(sent).toHaveLength(10);
    await pass(world.clock, 60 * MINUTE);
    expect(sent.map(({ author }) => author).toSorted()).toEqual(authors.toSorted());
    expect(new Set(notices().map((outcome) => outcome?.status))).toEqual(new Set(['done']));
    // The first notice of each ten minutes hits the limit and is sent first when it ends.
    const numbers = sent.slice(10).map(({ case: number }) => number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  const sevenOffend = async (incidents: Partial<Policy['incidents']>): Promise<void> => {
    const settings = { ...defaultPolicy.incidents, ...incidents };
    await world.stores.policies.set(GUILD, { ...defaultPolicy, incidents: settings });
    const pipeline = boot({ noticeDelayMs: 5_000 });
    budget = 100;
    for (let n = 0; n < 7; n += 1) offend(pipeline, n + 1, `author-${n}`);
    await pass(world.clock, 5_000);
  };

  it('lets notices beyond five in a minute wait for a minute', async () => {
    await sevenOffend({ sameTextMembers: 100 });
    expect(sent).toHaveLength(5);
    await pass(world.clock, 54_000);
    expect(sent).toHaveLength(5);
    await pass(world.clock, 2_000);
    expect(sent).toHaveLength(7);
  });

  it('lets no notice wait for an incident where incidents are off', async () => {
    await sevenOffend({ enabled: false });
    expect(sent).toHaveLength(7);
  });

  it('survives a kill and then checks if a notice was sent', async () => {
    const first = boot();
    budget = 0;
    offend(first, 1, 'a');
    await turn();
    expect(notices()).toMatchObject([{ status: 'deferred' }]);
    // Nothing is closed: a new process starts over the same stores.
    await first.stop({ deadlineMs: 0 });
    boot().start();
    await pass(world.clock, 10 * MINUTE);
    expect(sent).toEqual([{ author: 'a', case: 1, at: world.clock.now(), resumed: true }]);
    expect(notices()).toMatchObject([{ status: 'done' }]);
  });

  it('remembers over a restart when an author got the last one', async () => {
    const first = boot();
    offend(first, 1, 'a');
    await turn();
    await first.stop({ deadlineMs: 0 });
    const second = boot();
    second.start();
    offend(second, 2, 'a');
    await turn();
    expect(sent).toHaveLength(1);
    await pass(world.clock, HOUR);
    expect(sent.map(({ case: number }) => number)).toEqual([1, 2]);
  });

  it('does not delay a ban, and sends its notice before those that wait', async () => {
    const pipeline = boot();
    budget = 0;
    offend(pipeline, 1, 'a');
    await turn();
    offend(pipeline, 2, 'b', 'ban');
    await turn();
    expect(attempts).toEqual(['a', 'b']);
    expect(world.discord.performed.map(({ kind }) => kind)).toContain('ban');
  });

  it('shows why a late notice was refused', async () => {
    const pipeline = boot();
    budget = 0;
    offend(pipeline, 1, 'a');
    await turn();
    const reason = { key: 'refusals:dmsClosed.reason', values: {} } as const;
    refuse = { status: 'refused', at: 1, code: 50_007, reason, fix: reason };
    await pass(world.clock, 10 * MINUTE);
    expect(notices()).toEqual([refuse]);
    expect(world.discord.refreshed.at(-1)?.number).toBe(1);
  });

  it('does not send the notice of an undone case, or after the server turned notices off', async () => {
    const pipeline = boot();
    budget = 0;
    offend(pipeline, 1, 'a');
    offend(pipeline, 2, 'b');
    await turn();
    await pipeline.moderatorActions.run({
      guildId: GUILD,
      number: 1,
      kind: 'allow',
      by: { id: 'm', name: 'm' },
      reason: null,
      permittedReversals: [],
    });
    await world.stores.policies.set(GUILD, {
      ...defaultPolicy,
      notice: { ...defaultPolicy.notice, enabled: false },
    });
    await pass(world.clock, HOUR);
    expect(sent).toEqual([]);
    expect(notices()).toMatchObject([
      { detail: { key: 'effects:deferred.dropped' } },
      { detail: { key: 'effects:deferred.dropped' } },
    ]);
  });

  it('gives up after a day, and says so', async () => {
    const first = boot();
    budget = 0;
    offend(first, 1, 'a');
    await turn();
    await first.stop({ deadlineMs: 0 });
    await pass(world.clock, 25 * HOUR);
    boot().start();
    await turn();
    expect(sent).toEqual([]);
    expect(notices()).toMatchObject([
      { status: 'refused', reason: { key: 'refusals:dmsTooFast.reason' } },
    ]);
  });
});
