import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { snowflakeAt, snowflakeTime } from '../../../../../src/shared/snowflake.ts';
import type { ModeratorActionKind } from '../../../../../src/bot/domain/case.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import { createPostLimiter } from '../../../../../src/bot/domain/posts/post-limiter.ts';
import type { Pipeline } from '../../../../../src/bot/composition/pipeline/pipeline.ts';
import { runs } from '../../../../helpers/vitest/property-runs.ts';
import { GUILD, idAt, snapshot } from '../../../../helpers/snapshots.ts';
import { pass, turn } from '../../../../helpers/turn.ts';
import { createWorld, type World, type Overrides } from '../../composition/pipeline/world.ts';

const MINUTE_MS = 60_000;

let world: World;
let counted: number[];
let written: number;

beforeEach(prepare);

async function prepare(): Promise<void> {
  world = createWorld();
  // The members write nearly the same.
  const incidents = { ...defaultPolicy.incidents, enabled: false };
  await world.stores.policies.set(GUILD, { ...defaultPolicy, incidents });
  counted = [];
  written = 0;
  let posts = 0n;
  world.discord.newPostId = () => String(BigInt(snowflakeAt(world.clock.now())) + (posts += 1n));
}

function boot(overrides: Overrides = {}): Pipeline {
  return world.boot({
    postLimiter: createPostLimiter(world.clock),
    alertDelayMs: 1000,
    async countCase(_transaction, { number }) {
      counted.push(number);
    },
    ...overrides,
  });
}

/** A member writes a message. */
function write(pipeline: Pipeline, text: string, authorId = '10'): string {
  written += 1;
  const messageId = idAt(written);
  pipeline.submit(snapshot({ messageId, text: `${text} ${written}`, author: { id: authorId } }));
  return messageId;
}

/** The cases on each alert, oldest alert first. */
const alerts = (): number[][] => world.discord.posts.map(({ shown }) => shown);

const openCases = (): number[] =>
  world.stores.allCases().flatMap(({ number, closedAt }) => (closedAt === null ? [number] : []));

function act(pipeline: Pipeline, number: number, kind: ModeratorActionKind) {
  return pipeline.moderatorActions.run({
    guildId: GUILD,
    number,
    kind,
    by: { id: '5', name: 'moderator' },
    reason: null,
    permittedReversals: [],
  });
}

describe('cases of one author', () => {
  it('that come within a second are one alert', async () => {
    const pipeline = boot();
    write(pipeline, 'flag');
    write(pipeline, 'ban');
    await pass(world.clock, 500);
    write(pipeline, 'flag');
    expect(alerts()).toEqual([]);
    await pass(world.clock, 1000);
    expect(alerts()).toEqual([[1, 2, 3]]);
    expect(openCases()).toEqual([]);
    const [first, ...others] = world.stores.allCases().map(({ alert }) => alert);
    expect(others).toEqual([first, first]);
  });

  it('are added to the alert of the last ten minutes', async () => {
    const pipeline = boot();
    for (let minute = 0; minute < 12; minute += 1) {
      write(pipeline, 'flag');
      await pass(world.clock, MINUTE_MS);
    }
    expect(alerts()).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      [11, 12],
    ]);
    expect(openCases()).toEqual([]);
  });

  it('are not added to the alert of another author', async () => {
    const pipeline = boot();
    for (const author of ['10', '11', '10', '11']) {
      write(pipeline, 'flag', author);
      await pass(world.clock, 10_000);
    }
    expect(alerts()).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  it('are not added to an alert that a moderator has handled', async () => {
    const pipeline = boot();
    write(pipeline, 'flag');
    await pass(world.clock, 5000);
    await act(pipeline, 1, 'done');
    write(pipeline, 'flag');
    await pass(world.clock, 5000);
    expect(alerts()).toEqual([[1], [2]]);
  });

  it('are not added to an alert that a moderator handles before the edit', async () => {
    const pipeline = boot();
    write(pipeline, 'flag');
    await pass(world.clock, 5000);
    // The edit for the first case starts a pause, in which the second waits.
    write(pipeline, 'flag');
    await pass(world.clock, 1100);
    write(pipeline, 'flag');
    await pass(world.clock, 1100);
    for (const number of [1, 2]) void act(pipeline, number, 'done');
    await pass(world.clock, 10_000);
    expect(alerts()).toEqual([[1, 2], [3]]);
    expect(openCases()).toEqual([]);
  });

  it('get a new alert when somebody has deleted the last one', async () => {
    const pipeline = boot();
    write(pipeline, 'flag');
    await pass(world.clock, 5000);
    const [alert] = world.discord.posts;
    world.discord.deleted.add(alert?.id ?? '');
    write(pipeline, 'flag');
    write(pipeline, 'flag');
    await pass(world.clock, 5000);
    expect(alerts()).toEqual([[1], [2, 3]]);
    write(pipeline, 'flag');
    await pass(world.clock, 5000);
    expect(alerts()).toEqual([[1], [2, 3, 4]]);
  });

  it('get a new alert in the channel that the server has chosen since', async () => {
    const pipeline = boot();
    write(pipeline, 'flag');
    await pass(world.clock, 5000);
    world.discord.alertChannel = '99';
    write(pipeline, 'flag');
    await pass(world.clock, 5000);
    expect(alerts()).toEqual([[1], [2]]);
  });

  it('do not wait for one whose alert is a bug', async () => {
    const { post } = world.discord.alerts;
    const pipeline = boot({
      alerts: {
        ...world.discord.alerts,
        post(alert) {
          if (alert.cases.some(({ record }) => record.number === 1)) throw new TypeError('a bug');
          return post(alert);
        },
      },
    });
    for (const author of ['10', '11', '10']) write(pipeline, 'flag', author);
    await pass(world.clock, 1000);
    expect(alerts()).toEqual([[2]]);
    await pass(world.clock, 20_000);
    expect(alerts()).toEqual([[2], [1, 3]]);
    expect(openCases()).toEqual([]);
  });

  it('of an unknown author stay apart', async () => {
    const pipeline = boot();
    write(pipeline, 'flag', '');
    write(pipeline, 'flag', '');
    await pass(world.clock, 5000);
    expect(alerts()).toEqual([[1], [2]]);
  });

  it('in a storm need one alert, a second at most, and an edit every two seconds', async () => {
    let edits = 0;
    const { refresh } = world.discord.alerts;
    const pipeline = boot({
      alerts: {
        ...world.discord.alerts,
        refresh(...args) {
          edits += 1;
          return refresh(...args);
        },
      },
    });
    for (let count = 0; count < 180; count += 1) {
      write(pipeline, 'delete');
      await pass(world.clock, 333);
    }
    write(pipeline, 'ban', '11');
    await pass(world.clock, 3000);
    expect(alerts().map((shown) => shown.length)).toEqual([180, 1]);
    expect(openCases()).toEqual([]);
    expect(edits).toBeLessThanOrEqual(33);
  });
});

describe('an urgent alert', () => {
  it('overtakes the ordinary ones that wait', async () => {
    const { post } = world.discord.alerts;
    const pipeline = boot({
      alerts: {
        ...world.discord.alerts,
        async post(alert) {
          await new Promise<void>((resolve) => world.clock.after(1000, resolve));
          return post(alert);
        },
      },
    });
    for (const author of ['10', '11', '12']) write(pipeline, 'flag', author);
    await pass(world.clock, 1500);
    // A refused action is urgent, too.
    write(pipeline, 'delete', '13');
    await pass(world.clock, 10_000);
    expect(alerts()).toEqual([[1], [4], [2], [3]]);
  });

  it('gets a place although ordinary ones have taken all of theirs', async () => {
    const pipeline = boot();
    for (let author = 20; author < 40; author += 1) write(pipeline, 'flag', String(author));
    await pass(world.clock, 5000);
    expect(alerts()).toHaveLength(6);
    write(pipeline, 'delete', '50');
    await pass(world.clock, 1000);
    expect(alerts().at(-1)).toEqual([21]);
  });
});

describe('an alert about a ban', () => {
  /** The number of each case that has an alert, and when the alert was posted. */
  const postedAt = (): Map<number, number> =>
    new Map(world.discord.posts.map(({ id, first }) => [first, snowflakeTime(id)]));

  it('is posted within three seconds after ten deletions in nine seconds', async () => {
    const pipeline = boot();
    for (let author = 20; author < 30; author += 1) {
      write(pipeline, 'delete', String(author));
      await pass(world.clock, 900);
    }
    await pass(world.clock, 2000);
    const before = world.clock.now();
    write(pipeline, 'ban', '50');
    await pass(world.clock, 3000);
    expect(alerts().at(-1)).toEqual([11]);
    expect(postedAt().get(11)).toBeLessThan(before + 3000);
    expect(counted).not.toContain(11);
  });

  it('is a post of its own although its author has an alert; later ones join it', async () => {
    const pipeline = boot();
    write(pipeline, 'delete');
    await pass(world.clock, 5000);
    write(pipeline, 'ban');
    await pass(world.clock, 3000);
    write(pipeline, 'ban');
    await pass(world.clock, 5000);
    expect(alerts()).toEqual([[1], [2, 3]]);
  });

  it('waits for a place instead of being counted when there are too many of them', async () => {
    const pipeline = boot();
    for (let author = 20; author < 35; author += 1) write(pipeline, 'ban', String(author));
    await pass(world.clock, 10_000);
    expect(alerts()).toHaveLength(10);
    const reads = world.stores.calls('waitingForAlert');
    await pass(world.clock, 30_000);
    // One of them looks for a place each second.
    expect(world.stores.calls('waitingForAlert') - reads).toBeLessThanOrEqual(31);
    await pass(world.clock, MINUTE_MS);
    expect(new Set(alerts().slice(10).flat())).toEqual(new Set([11, 12, 13, 14, 15]));
    expect(counted).toEqual([]);
    expect(openCases()).toEqual([]);
  });

  it('does not keep a stopping process from ending', async () => {
    const pipeline = boot();
    for (let author = 20; author < 35; author += 1) write(pipeline, 'ban', String(author));
    await pass(world.clock, 5000);
    await Promise.all([pipeline.stop({ deadlineMs: 1000 }), pass(world.clock, 1000)]);
    expect(alerts()).toHaveLength(10);
  });

  it('is posted within three seconds in any order of arrival, as long as there are ten a minute', async () => {
    const messages = fc.array(
      fc.record({
        word: fc.constantFrom('flag', 'delete', 'ban'),
        author: fc.integer({ min: 20, max: 60 }),
        waitMs: fc.integer({ min: 0, max: 2000 }),
      }),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(messages, async (sequence) => {
        await prepare();
        const pipeline = boot();
        const bans = new Map<number, number>();
        for (const { word, author, waitMs } of sequence) {
          const isTooMuch = word === 'ban' && bans.size === 10;
          write(pipeline, isTooMuch ? 'delete' : word, String(author));
          if (word === 'ban' && !isTooMuch) bans.set(written, world.clock.now());
          await pass(world.clock, waitMs);
        }
        await pass(world.clock, 5000);
        for (const [number, writtenAt] of bans) {
          const record = await world.stores.cases.get(GUILD, number);
          expect(record?.alert, `the alert of case ${number}`).not.toBeNull();
          const alertedAt = record?.steps.at(-1)?.outcome?.status;
          expect(alertedAt).toBe('done');
          const post = world.discord.posts.find(({ shown }) => shown.includes(number));
          if (post === undefined) throw new Error(`case ${number} has no alert`);
          // A later case may join an alert that has already been posted for a ban of the same author.
          expect(snowflakeTime(post.id)).toBeLessThan(writtenAt + 3000);
          expect(counted).not.toContain(number);
        }
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('more alerts than a minute allows', () => {
  it('are counted, and end with an outcome that says so', async () => {
    const pipeline = boot();
    for (let author = 20; author < 40; author += 1) write(pipeline, 'delete', String(author));
    await pass(world.clock, 5000);
    expect(alerts()).toHaveLength(8);
    expect(counted).toHaveLength(12);
    expect(openCases()).toEqual([]);
    const last = world.stores.allCases().at(-1);
    expect(last?.steps.at(-1)?.outcome).toMatchObject({
      status: 'deferred',
      detail: { key: 'effects:deferred.counted' },
    });
    expect(last?.alert).toBeNull();
    expect(world.events).toHaveLength(20);
  });

  it('are posted again a minute later', async () => {
    const pipeline = boot();
    for (let author = 20; author < 40; author += 1) write(pipeline, 'flag', String(author));
    await pass(world.clock, MINUTE_MS + 5000);
    write(pipeline, 'flag', '39');
    await pass(world.clock, 5000);
    expect(alerts()).toHaveLength(7);
  });

  it('do not count what is added to an alert', async () => {
    const pipeline = boot();
    for (let count = 0; count < 40; count += 1) {
      write(pipeline, 'flag', String(20 + (count % 4)));
      await pass(world.clock, 500);
    }
    await pass(world.clock, 20_000);
    expect(alerts()).toHaveLength(4);
    expect(counted).toEqual([]);
  });

  it('are none after an outage of Discord, however often posting was tried', async () => {
    const pipeline = boot();
    world.discord.away = true;
    for (const author of ['10', '11', '12']) write(pipeline, 'flag', author);
    await pass(world.clock, 10 * MINUTE_MS);
    expect(pipeline.status().alertsWaiting).toBe(3);
    world.discord.away = false;
    await pass(world.clock, 2 * MINUTE_MS);
    expect(new Set(alerts().flat())).toEqual(new Set([1, 2, 3]));
    expect(alerts().flat()).toHaveLength(3);
    expect(counted).toEqual([]);
  });

  it('do not include refused alerts, because nothing is posted', async () => {
    const refused = { code: null, reason: { key: 'r' }, fix: { key: 'f' } };
    const pipeline = boot({
      alerts: {
        ...world.discord.alerts,
        post: async () => ({ outcome: { status: 'refused', at: 1, ...refused }, alert: null }),
      },
    });
    for (let author = 20; author < 40; author += 1) write(pipeline, 'flag', String(author));
    await pass(world.clock, 5000);
    expect(counted).toEqual([]);
    expect(openCases()).toEqual([]);
  });
});

describe('after a restart', () => {
  it('a case is added to the alert that the earlier process had stored for it', async () => {
    const never = new Promise<never>(() => {});
    const first = boot({ alerts: { ...world.discord.alerts, refresh: () => never } });
    write(first, 'flag');
    await pass(world.clock, 2000);
    write(first, 'flag');
    await pass(world.clock, 2000);
    expect(openCases()).toEqual([2]);
    boot().start();
    await pass(world.clock, 5000);
    expect(alerts()).toEqual([[1, 2]]);
    expect(openCases()).toEqual([]);
  });

  it('an alert whose cases the earlier process could not record is found, and shows the newer ones', async () => {
    const { cases } = world.stores;
    const never = new Promise<never>(() => {});
    const first = boot({
      cases: {
        ...cases,
        updateIn: (...args) => (world.discord.posts.length === 0 ? cases.updateIn(...args) : never),
      },
    });
    write(first, 'flag');
    write(first, 'flag');
    await pass(world.clock, 2000);
    write(first, 'flag');
    await turn();
    expect(openCases()).toEqual([1, 2, 3]);
    boot().start();
    await pass(world.clock, 10_000);
    expect(alerts()).toEqual([[1, 2, 3]]);
    expect(openCases()).toEqual([]);
  });

  it('an alert that the earlier process could not record is found although an incident has taken its case', async () => {
    const { cases } = world.stores;
    const never = new Promise<never>(() => {});
    const first = boot({
      cases: {
        ...cases,
        updateIn: (...args) => (world.discord.posts.length === 0 ? cases.updateIn(...args) : never),
      },
    });
    write(first, 'flag');
    await pass(world.clock, 2000);
    const [record] = world.stores.allCases();
    if (record === undefined) throw new Error('no case');
    const detail = { key: 'effects:deferred.incident' };
    const outcome = { status: 'deferred', at: 1, detail } as const;
    await cases.update(record, (latest) => ({
      ...latest,
      incident: 1,
      closedAt: 1,
      steps: latest.steps.map((step) => ({ ...step, outcome })),
    }));
    boot().start();
    await pass(world.clock, 5000);
    expect(alerts()).toEqual([[1]]);
    const [post] = world.discord.posts;
    expect(world.stores.allCases()).toMatchObject([
      { alert: { messageId: post?.id }, steps: [{ outcome: { status: 'done' } }] },
    ]);
  });

  it('an alert that exists is not counted for want of a place', async () => {
    const { cases } = world.stores;
    const never = new Promise<never>(() => {});
    const first = boot({
      cases: {
        ...cases,
        updateIn: (...args) => (world.discord.posts.length === 0 ? cases.updateIn(...args) : never),
      },
    });
    write(first, 'flag');
    await pass(world.clock, 2000);
    boot({ postLimiter: { take: () => null } }).start();
    await pass(world.clock, 5000);
    expect(alerts()).toEqual([[1]]);
    expect(counted).toEqual([]);
  });
});
