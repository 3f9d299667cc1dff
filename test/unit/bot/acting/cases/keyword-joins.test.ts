import { beforeEach, describe, expect, it } from 'vitest';
import { snowflakeAt } from '../../../../../src/shared/snowflake.ts';
import type { AlertedHit } from '../../../../../src/bot/domain/keyword-hits.ts';
import type { Pipeline } from '../../../../../src/bot/composition/pipeline/pipeline.ts';
import { GUILD, idAt, snapshot } from '../../../../helpers/snapshots.ts';
import { createKeywordJoins, type KeywordJoins } from '../../../../helpers/join-keyword.ts';
import { pass, turn } from '../../../../helpers/turn.ts';
import { createWorld, type World, type Overrides } from '../../composition/pipeline/world.ts';

const CHANNEL = '9';

let world: World;
let claimed: string[];
let hit: AlertedHit | null;
let joins: KeywordJoins;

beforeEach(() => {
  world = createWorld();
  joins = createKeywordJoins(world);
  claimed = [];
  hit = null;
  let posts = 0n;
  world.discord.newPostId = () => String(BigInt(snowflakeAt(world.clock.now())) + (posts += 1n));
});

function boot(overrides: Overrides = {}): Pipeline {
  return world.boot({
    alertDelayMs: 1000,
    keywordHits: {
      ofMessage: async (_guildId, messageId) => (hit?.messageId === messageId ? hit : null),
      async claim() {},
      async claimIn(_transaction, eventId) {
        claimed.push(eventId);
        hit = null;
      },
    },
    joinedEvents: joins.joinedEvents,
    ...overrides,
  });
}

const messageId = idAt(1);

function write(pipeline: Pipeline, text = 'flag it'): void {
  pipeline.submit(snapshot({ messageId, text }));
}

function join(keyword: string, channelId = CHANNEL): ReturnType<KeywordJoins['join']> {
  return joins.join({ guildId: GUILD, messageId, keyword, channelId });
}

/** The keywords that the case's alert shows. */
function shownKeywords(): readonly string[] | undefined {
  return world.discord.refreshed.at(-1)?.keywords;
}

const storedKeywords = (): string[] => world.stores.allCases().flatMap(({ keywords }) => keywords);

describe('a keyword in a message with a case', () => {
  it('is shown on the alert that is to be posted', async () => {
    const seen: (readonly string[])[] = [];
    const { post } = world.discord.alerts;
    const pipeline = boot({
      alerts: {
        ...world.discord.alerts,
        post(alert) {
          seen.push(alert.cases[0].record.keywords);
          return post(alert);
        },
      },
    });
    write(pipeline);
    await turn();
    expect(await join('word')).toBe('done');
    expect(await join('word')).toBe('done');
    await pass(world.clock, 2000);
    expect(seen).toEqual([['word']]);
    expect(world.discord.refreshed).toEqual([]);
  });

  it('is shown on the posted alert before the event counts as delivered', async () => {
    const pipeline = boot();
    write(pipeline);
    await pass(world.clock, 2000);
    expect(await join('word')).toBe('joined');
    await pass(world.clock, 2000);
    expect(joins.stateOf('word')).toBe('done');
    expect(shownKeywords()).toEqual(['word']);
    expect(world.discord.posts).toHaveLength(1);
  });

  it('that comes while the alert is being posted is shown there', async () => {
    let release = (): void => {};
    const { post } = world.discord.alerts;
    const pipeline = boot({
      alerts: {
        ...world.discord.alerts,
        async post(alert) {
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          return post(alert);
        },
      },
    });
    write(pipeline);
    await pass(world.clock, 1000);
    expect(await join('word')).toBe('done');
    expect(shownKeywords()).toBeUndefined();
    release();
    await turn();
    expect(shownKeywords()).toEqual(['word']);
  });

  it('shares an edit with others that come meanwhile', async () => {
    const pipeline = boot();
    write(pipeline);
    await pass(world.clock, 2000);
    for (const keyword of ['a', 'b', 'c']) await join(keyword);
    await pass(world.clock, 5000);
    expect(['a', 'b', 'c'].map(joins.stateOf)).toEqual(['done', 'done', 'done']);
    expect(shownKeywords()).toEqual(['a', 'b', 'c']);
    expect(world.discord.refreshed.length).toBeLessThanOrEqual(2);
  });

  it('needs an alert of its own without a case, and where alerts go to another channel', async () => {
    const pipeline = boot();
    expect(await join('word')).toBe('alone');
    write(pipeline);
    await turn();
    expect(await join('word', '99')).toBe('alone');
    await pass(world.clock, 2000);
    expect(await join('word', '99')).toBe('alone');
    expect(storedKeywords()).toEqual([]);
  });

  it('needs an alert of its own when that of the case is deleted or old', async () => {
    const pipeline = boot();
    write(pipeline);
    await pass(world.clock, 2000);
    const [alert] = world.discord.posts;
    expect(await join('word')).toBe('joined');
    await pass(world.clock, 10 * 60_000);
    expect(await join('late')).toBe('alone');
    world.clock.advance(-10 * 60_000);
    world.discord.deleted.add(alert?.id ?? '');
    expect(await join('another')).toBe('joined');
    await pass(world.clock, 10_000);
    expect(joins.stateOf('another')).toBe('alone');
    expect(await join('another')).toBe('alone');
  });

  it('needs an alert of its own when a moderator has handled that of the case', async () => {
    const pipeline = boot();
    write(pipeline);
    await pass(world.clock, 2000);
    await pipeline.moderatorActions.run({
      guildId: GUILD,
      number: 1,
      kind: 'done',
      by: { id: '5', name: 'moderator' },
      reason: null,
      permittedReversals: [],
    });
    expect(await join('word')).toBe('alone');
  });

  it('needs an alert of its own when the case has none', async () => {
    const pipeline = boot({ postLimiter: { take: () => null } });
    write(pipeline);
    await pass(world.clock, 2000);
    expect(await join('word')).toBe('alone');
  });

  it('is kept with a case of an incident, whose post stands for all its cases', async () => {
    const pipeline = boot();
    write(pipeline);
    await turn();
    const [record] = world.stores.allCases();
    if (record === undefined) throw new Error('no case');
    await world.stores.cases.update(record, (latest) => ({ ...latest, incident: 3, steps: [] }));
    expect(await join('word')).toBe('done');
    expect(storedKeywords()).toEqual(['word']);
  });

  it('is not lost when the process stops before it is shown: the next one shows it', async () => {
    const first = boot({
      alerts: { ...world.discord.alerts, refresh: () => new Promise<never>(() => {}) },
    });
    write(first);
    await pass(world.clock, 2000);
    await join('word');
    await turn();
    await Promise.all([first.stop({ deadlineMs: 100 }), pass(world.clock, 1000)]);
    expect(joins.stateOf('word')).toBe('joined');
    boot().start();
    await pass(world.clock, 5000);
    expect(joins.stateOf('word')).toBe('done');
    expect(shownKeywords()).toEqual(['word']);
  });
});

describe('a keyword alert', () => {
  function keywordAlert(): AlertedHit {
    const alert = { channelId: CHANNEL, messageId: snowflakeAt(world.clock.now()) };
    return {
      eventId: 'e',
      guildId: GUILD,
      channelId: '3',
      messageId,
      authorId: '10',
      keywords: ['word', 'another'],
      text: null,
      alert,
    };
  }
  it('becomes the alert of the case about its message', async () => {
    hit = keywordAlert();
    const { alert } = hit;
    const pipeline = boot();
    write(pipeline);
    await pass(world.clock, 3000);
    expect(world.discord.posts).toEqual([]);
    expect(claimed).toEqual(['e']);
    expect(world.stores.allCases()).toMatchObject([
      { alert, keywords: ['word', 'another'], closedAt: expect.any(Number) },
    ]);
    expect(shownKeywords()).toEqual(['word', 'another']);
  });

  it('becomes it, too, when the process was stopped before it showed the case', async () => {
    hit = keywordAlert();
    const { alert } = hit;
    const first = boot({
      alerts: { ...world.discord.alerts, refresh: () => new Promise<never>(() => {}) },
    });
    write(first);
    await pass(world.clock, 2000);
    boot().start();
    await pass(world.clock, 3000);
    expect(world.discord.posts).toEqual([]);
    expect(world.stores.allCases()).toMatchObject([{ alert, closedAt: expect.any(Number) }]);
  });

  it('stays as it is when somebody has deleted it, or it is old, or elsewhere', async () => {
    for (const change of [
      (each: AlertedHit) => void world.discord.deleted.add(each.alert.messageId),
      (each: AlertedHit) => ({ ...each, alert: { ...each.alert, messageId: '1' } }),
      (each: AlertedHit) => ({ ...each, alert: { ...each.alert, channelId: '99' } }),
    ]) {
      world = createWorld();
      world.discord.newPostId = () => snowflakeAt(world.clock.now());
      const original = keywordAlert();
      hit = change(original) ?? original;
      const pipeline = boot();
      write(pipeline);
      await pass(world.clock, 10_000);
      expect(world.discord.posts).toHaveLength(1);
      expect(world.stores.allCases()).toMatchObject([{ closedAt: expect.any(Number) }]);
    }
  });
});
