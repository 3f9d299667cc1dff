import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPolicy, type IncidentSettings } from '../../../../src/bot/domain/policy/policy.ts';
import type { Cases } from '../../../../src/bot/domain/ports.ts';
import { createPostLimiter } from '../../../../src/bot/domain/posts/post-limiter.ts';
import type { Pipeline } from '../../../../src/bot/composition/pipeline/pipeline.ts';
import { FORBIDDEN } from '../../../helpers/fakes/fake-messenger.ts';
import { createKeywordJoins } from '../../../helpers/join-keyword.ts';
import { GUILD, idAt, snapshot } from '../../../helpers/snapshots.ts';
import { pass, turn } from '../../../helpers/turn.ts';
import { createWorld, type World } from '../composition/pipeline/world.ts';

const RAID = 'delete everybody join our server now';
const MINUTE = 60_000;
const MODERATOR = { id: '7', name: 'mod' };

let world: World;
beforeEach(() => {
  world = createWorld();
});

/** Members write nearly the same, one after the other. */
async function raid(pipeline: Pipeline, first: number, count: number, text = RAID): Promise<void> {
  for (let n = first; n < first + count; n += 1) {
    pipeline.submit(
      snapshot({
        messageId: idAt(world.clock.now() + n),
        text: `${text} ${n}`,
        author: { id: `3000000000000${n}`, joinedAt: world.clock.now() - MINUTE },
      }),
    );
    await turn();
  }
}

const incidentNumbers = (): (number | null)[] =>
  world.stores.allCases().map(({ incident }) => incident);
const views = () => world.discord.incidentViews;
const settings = (changes: Partial<IncidentSettings>): Promise<void> =>
  world.stores.policies.set(GUILD, {
    ...defaultPolicy,
    incidents: { ...defaultPolicy.incidents, ...changes },
  });
const performed = (kind: string) => world.discord.performed.filter((each) => each.kind === kind);

describe('an incident', () => {
  it('begins with the fifth member, and takes the cases before', async () => {
    const pipeline = world.boot();
    await raid(pipeline, 1, 4);
    expect(incidentNumbers()).toEqual([null, null, null, null]);
    await raid(pipeline, 5, 2);
    expect(incidentNumbers()).toEqual([1, 1, 1, 1, 1, 1]);
    expect(world.stores.allCases().map(({ similarTo }) => similarTo)).toEqual([
      null,
      1,
      1,
      1,
      1,
      1,
    ]);
  });

  it('has one post, which is edited at most every five seconds', async () => {
    const pipeline = world.boot();
    await raid(pipeline, 1, 5);
    expect(views()).toHaveLength(1);
    for (let second = 0; second < 20; second += 1) {
      await raid(pipeline, 100 + second, 1);
      await pass(world.clock, 1000);
    }
    expect(views().length).toBeGreaterThan(3);
    expect(views().length).toBeLessThanOrEqual(5);
    await pass(world.clock, 5000);
    expect(views().at(-1)?.figures).toMatchObject({ cases: 25, members: 25 });
    const before = views().length;
    await pass(world.clock, MINUTE);
    expect(views()).toHaveLength(before);
  });

  it('ends when nothing has joined it for the server’s time, and the next wave is another', async () => {
    await settings({ quietMinutes: 2 });
    const pipeline = world.boot();
    await raid(pipeline, 1, 5);
    await pass(world.clock, MINUTE);
    await raid(pipeline, 6, 1);
    await pass(world.clock, 1.9 * MINUTE);
    expect(world.stores.allIncidents()).toMatchObject([{ endedAt: null }]);
    await pass(world.clock, 20_000);
    expect(world.stores.allIncidents()).toMatchObject([
      { endedAt: expect.any(Number), endedBy: null },
    ]);
    expect(views().at(-1)?.incident.endedAt).not.toBeNull();
    await raid(pipeline, 10, 4);
    expect(incidentNumbers().slice(6)).toEqual([null, null, null, null]);
    await raid(pipeline, 14, 1);
    expect(incidentNumbers().slice(6)).toEqual([2, 2, 2, 2, 2]);
  });

  it('ends after two hours, even if cases still join it', async () => {
    const pipeline = world.boot();
    await raid(pipeline, 1, 5);
    for (let n = 0; n < 23; n += 1) {
      await pass(world.clock, 5 * MINUTE);
      await raid(pipeline, 10 + n, 1);
    }
    await pass(world.clock, 4.5 * MINUTE);
    expect(world.stores.allIncidents()).toMatchObject([{ endedAt: null }]);
    for (let second = 0; second < 45; second += 1) {
      await raid(pipeline, 40 + second, 1);
      await pass(world.clock, 1000);
    }
    expect(world.stores.allIncidents()).toMatchObject([
      { endedAt: expect.any(Number), endedBy: null },
      { endedAt: null },
    ]);
    expect(incidentNumbers().at(-1)).toBe(2);
  });

  it('is posted however often an attempt fails', async () => {
    let attempts = 0;
    const body: typeof world.discord.incidentFormat.body = (view) => {
      attempts += 1;
      if (attempts <= 12) throw new TypeError('a bug');
      return world.discord.incidentFormat.body(view);
    };
    const postLimiter = createPostLimiter(world.clock);
    const pipeline = world.boot({
      postLimiter,
      incidentFormat: { ...world.discord.incidentFormat, body },
    });
    await raid(pipeline, 1, 6);
    await pass(world.clock, 20 * MINUTE);
    expect(views().length).toBeGreaterThan(0);
  });

  it('is posted when a channel that was missing is back', async () => {
    const pipeline = world.boot();
    world.messenger.failure = FORBIDDEN;
    await raid(pipeline, 1, 6);
    await turn();
    world.messenger.failure = null;
    world.retryPosts();
    await turn();
    expect(world.messenger.messages).toHaveLength(1);
  });

  it('leaves other texts of its members their own alerts', async () => {
    const pipeline = world.boot();
    await raid(pipeline, 1, 6);
    await raid(pipeline, 6, 1, 'delete i will find you at home, neighbour');
    await pass(world.clock, 2000);
    const record = world.stores.allCases().at(-1);
    expect(record).toMatchObject({ incident: null, similarTo: null });
    expect(record?.alert).not.toBeNull();
  });

  it('is off if the server wants that', async () => {
    await settings({ enabled: false });
    await raid(world.boot(), 1, 8);
    expect(world.stores.allIncidents()).toEqual([]);
  });

  it('closes the cases that wait for their alert and their notice', async () => {
    const pipeline = world.boot({ alertDelayMs: 1000, noticeDelayMs: 5000 });
    await raid(pipeline, 1, 8);
    await pass(world.clock, 20_000);
    expect(performed('alert')).toEqual([]);
    expect(performed('notice')).toEqual([]);
    expect(performed('delete')).toHaveLength(8);
    for (const { closedAt } of world.stores.allCases()) expect(closedAt).not.toBeNull();
    expect(world.events).toHaveLength(8);
  });
});

describe('different texts of members who have long been here', () => {
  const WORDS =
    'apple bridge candle dragon engine forest garden hammer island jungle kitchen'.split(' ');

  /** Different members post different texts, one after the other. */
  async function flood(
    pipeline: Pipeline,
    {
      first = 1,
      count,
      everyMs,
      action = 'delete',
    }: Record<'count' | 'everyMs', number> & {
      first?: number;
      action?: string;
    },
  ): Promise<void> {
    for (let n = first; n < first + count; n += 1) {
      const word = (index: number): string => WORDS[(n * index) % WORDS.length] ?? '';
      const id = `4000000000000${String(n).padStart(4, '0')}`;
      const text = `${action} ${[1, 3, 5, 7, n].map(word).join(` ${word(n)} `)}`;
      const author = { id, joinedAt: 0, name: `member-${n}` };
      pipeline.submit(snapshot({ messageId: idAt(world.clock.now() + n), text, author }));
      await pass(world.clock, everyMs);
    }
  }

  it('are an incident without a flood of notices when far more members than usual write them', async () => {
    const pipeline = world.boot({ alertDelayMs: 1000, noticeDelayMs: 5000 });
    await flood(pipeline, { count: 130, everyMs: 920 });
    await pass(world.clock, 2 * MINUTE);
    expect(world.stores.allIncidents()).toMatchObject([{ triggers: ['manyAuthors'] }]);
    expect(incidentNumbers().filter((number) => number === 1)).toHaveLength(130);
    expect(performed('delete')).toHaveLength(130);
    expect(performed('notice').length).toBeLessThanOrEqual(3);
    expect(performed('alert').length).toBeLessThanOrEqual(7);
  });

  it('leave a severe case its own alert', async () => {
    const pipeline = world.boot({ alertDelayMs: 1000 });
    await flood(pipeline, { count: 20, everyMs: 500 });
    await flood(pipeline, { first: 21, count: 1, everyMs: 3_000, action: 'ban' });
    expect(incidentNumbers().slice(-2)).toEqual([1, null]);
    expect(world.stores.allCases().at(-1)?.alert).not.toBeNull();
  });

  it('are none where a busy hour has as many', async () => {
    const pipeline = world.boot();
    // Five hours with 300 cases each.
    for (let hour = 0; hour < 5; hour += 1) {
      await flood(pipeline, { first: hour * 300, count: 300, everyMs: 12_000 });
    }
    await flood(pipeline, { first: 1500, count: 20, everyMs: 3_000 });
    expect(world.stores.allIncidents()).toEqual([]);
  });

  it('leave new members out, who have a rule of their own', async () => {
    await settings({ timeOutNewMembers: true });
    const pipeline = world.boot();
    await flood(pipeline, { count: 9, everyMs: 100 });
    const author = { id: '77', joinedAt: world.clock.now() - MINUTE };
    const messageId = idAt(world.clock.now() + 99);
    pipeline.submit(snapshot({ messageId, text: 'delete a quarrel', author }));
    await pass(world.clock, 5_000);
    expect(incidentNumbers().slice(-2)).toEqual([1, null]);
    expect(performed('timeout')).toEqual([]);
  });

  it('are none while others post one text', async () => {
    const pipeline = world.boot();
    await raid(pipeline, 1, 30);
    await flood(pipeline, { count: 7, everyMs: 100 });
    expect(incidentNumbers().slice(-8)).toEqual([1, null, null, null, null, null, null, null]);
  });
});

describe('a new member who takes part', () => {
  const timeouts = () => performed('timeout').length;

  it('is timed out if the bot acts on the message and the server wants that', async () => {
    await settings({ timeOutNewMembers: true });
    await raid(world.boot(), 1, 6);
    await pass(world.clock, MINUTE);
    expect(timeouts()).toBe(6);
  });

  it('is not timed out for a message that is only flagged', async () => {
    await settings({ timeOutNewMembers: true });
    await raid(world.boot(), 1, 6, 'flag everybody join our server now');
    await pass(world.clock, MINUTE);
    expect(incidentNumbers()).toEqual([1, 1, 1, 1, 1, 1]);
    expect(timeouts()).toBe(0);
  });

  it('is not timed out for a name', async () => {
    await settings({ timeOutNewMembers: true });
    const pipeline = world.boot();
    for (let n = 1; n <= 6; n += 1) {
      const author = { id: `3000000000000${n}`, joinedAt: world.clock.now() - MINUTE };
      const name = { subject: 'nickname', messageId: `nickname:${n}`, channelId: '' } as const;
      pipeline.submit(snapshot({ ...name, editedAt: n, text: `${RAID} ${n}`, author }));
      await turn();
    }
    await pass(world.clock, MINUTE);
    expect(incidentNumbers()).toEqual([1, 1, 1, 1, 1, 1]);
    expect(timeouts()).toBe(0);
  });

  it('is timed out after a restart, too, when the case before it was already done', async () => {
    await settings({ timeOutNewMembers: true, enabled: false });
    const first = world.boot();
    await raid(first, 1, 5);
    await pass(world.clock, 20_000);
    await first.stop({ deadlineMs: 0 });
    await settings({ timeOutNewMembers: true });
    world.boot().start();
    await pass(world.clock, 10_000);
    expect(incidentNumbers()).toEqual([1, 1, 1, 1, 1]);
    expect(timeouts()).toBe(5);
  });
});

describe('after a kill', () => {
  it('goes on as the same incident, and adds cases that no process had checked', async () => {
    const first = world.boot();
    await raid(first, 1, 5);
    await first.stop({ deadlineMs: 0 });
    const second = world.boot();
    second.start();
    await turn();
    await raid(second, 6, 2);
    expect(incidentNumbers()).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(world.stores.allIncidents()).toHaveLength(1);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'in the middle of joining its cases, at update %i',
    async (callNumber) => {
      let calls = 0;
      const update: Cases['update'] = async (record, change) => {
        calls += 1;
        if (calls > 20 + callNumber) return new Promise(() => undefined);
        return world.stores.cases.update(record, change);
      };
      const first = world.boot({ cases: { ...world.stores.cases, update } });
      calls = 20 - 4 * 3;
      await raid(first, 1, 6);
      const second = world.boot();
      second.start();
      await pass(world.clock, 2000);
      await raid(second, 7, 3);
      await pass(world.clock, 6000);
      expect(world.stores.allIncidents()).toHaveLength(1);
      expect(new Set(incidentNumbers().slice(6))).toEqual(new Set([1]));
      expect(views().at(-1)?.incident.number).toBe(1);
    },
  );

  it('an action on all cases goes on, and acts once on each', async () => {
    const first = world.boot();
    await raid(first, 1, 6);
    await pass(world.clock, 6000);
    let timeouts = 0;
    const enforce: typeof world.discord.executors.enforce = {
      async execute(action, context) {
        if (action.kind === 'timeout') timeouts += 1;
        if (timeouts > 2) return new Promise(() => undefined);
        return world.discord.executors.enforce.execute(action, context);
      },
    };
    await first.stop({ deadlineMs: 0 });
    const killed = world.boot({ executors: { ...world.discord.executors, enforce } });
    const cases = world.stores.allCases().map(({ number }) => number);
    const request = { guildId: GUILD, number: 1, kind: 'timeout', by: MODERATOR } as const;
    expect(await killed.incidentControl.act({ ...request, cases, skipped: [] })).toEqual({
      kind: 'begun',
    });
    await pass(world.clock, 2000);
    expect(await killed.incidentControl.act({ ...request, cases, skipped: [] })).toMatchObject({
      kind: 'busy',
    });
    const third = world.boot();
    third.start();
    await pass(world.clock, 10_000);
    expect(world.stores.allIncidents()).toMatchObject([
      { bulkActions: [{ result: { done: 6, failed: 0 } }] },
    ]);
    for (const { moderatorActions } of world.stores.allCases()) {
      expect(moderatorActions).toHaveLength(1);
    }
    expect(views().at(-1)?.incident.bulkActions[0]?.result).toMatchObject({ done: 6 });
  });
});

it('a case that a moderator has acted on since the check is left alone', async () => {
  const pipeline = world.boot();
  await raid(pipeline, 1, 5);
  await pass(world.clock, 6000);
  const cases = world.stores.allCases().map(({ number }) => number);
  const act = pipeline.incidentControl.act({
    guildId: GUILD,
    number: 1,
    kind: 'timeout',
    by: MODERATOR,
    cases,
    skipped: [],
  });
  const other = { id: '8', name: 'another' };
  const single = { guildId: GUILD, number: 2, kind: 'ban', reason: null } as const;
  await pipeline.moderatorActions.run({ ...single, by: other, permittedReversals: [] });
  await act;
  await pass(world.clock, 10_000);
  const second = world.stores.allCases()[1]?.moderatorActions ?? [];
  expect(second.map(({ kind }) => kind)).toEqual(['ban']);
  expect(world.stores.allIncidents()[0]?.bulkActions[0]?.result).toMatchObject({
    done: 4,
    failed: 1,
  });
});

it('a keyword in a message of an incident is noted in its case, without a post', async () => {
  const pipeline = world.boot();
  await raid(pipeline, 1, 6);
  const record = world.stores.allCases()[5];
  const hit = { guildId: GUILD, messageId: record?.messageId ?? '', keyword: 'server' };
  const alertChannel = world.discord.alerts.channelId(GUILD, defaultPolicy) ?? '';
  const { join } = createKeywordJoins(world);
  expect(await join({ ...hit, channelId: alertChannel })).toBe('done');
  expect(await join({ ...hit, channelId: 'another' })).toBe('alone');
  expect(world.stores.allCases()[5]?.keywords).toEqual(['server']);
});
