import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDelivery, type Delivery } from '../../src/inbox/delivery.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Digest } from '../../src/moderation/digest.ts';
import {
  FALLBACK_KEY,
  type EventPoster,
  type InboxStore,
  type PostResult,
  type Target,
} from '../../src/moderation/events.ts';
import { defaultPolicy } from '../../src/moderation/policy.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { createInbox } from '../../src/storage/inbox.ts';
import { createFakeClock, type FakeClock } from '../helpers/fake-clock.ts';
import { createLogSink } from '../helpers/log-sink.ts';

const HERE = '111111111111111111';
const THERE = '222222222222222222';

/** A Discord that takes posts, or does what a test says. */
interface FakePoster extends EventPoster {
  readonly posted: string[];
  readonly shown: Digest[];
  target: (key: string) => Target;
  result: (keyword: string) => PostResult;
  standing: Awaited<ReturnType<EventPoster['find']>>;
  showing: PostResult;
}

function createFakePoster(): FakePoster {
  const poster: FakePoster = {
    posted: [],
    shown: [],
    target: (key) => ({ kind: 'channel', key, channelId: `channel of ${key}` }),
    result: () => ({ kind: 'posted', messageId: '1' }),
    standing: 'absent',
    showing: { kind: 'posted', messageId: '2' },
    targetOf: async (content) =>
      poster.target(content.kind === 'keyword' ? (content.guildId ?? 'fallback') : 'tagging'),
    digestTarget: async (key) => poster.target(key),
    async post({ content }) {
      const name = content.kind === 'keyword' ? content.keyword : content.convoId;
      const result = poster.result(name);
      if (result.kind === 'posted') poster.posted.push(name);
      return result;
    },
    find: async () => poster.standing,
    async show(digest) {
      if (poster.showing.kind === 'posted') poster.shown.push(digest);
      return poster.showing;
    },
  };
  return poster;
}

interface World {
  readonly clock: FakeClock;
  readonly poster: FakePoster;
  readonly store: InboxStore;
  readonly delivery: Delivery;
  readonly log: readonly string[];
  say(keyword: string, guildId?: string): Promise<'stored' | 'known'>;
  /** Whether nothing waits. */
  isEmpty(): Promise<boolean>;
  /** Lets time pass, a second at a time, until the condition holds. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
}

async function world(): Promise<World> {
  const clock = createFakeClock(Date.now());
  const { logger, lines: log } = createLogSink();
  const database = await openDatabase('sqlite::memory:', logger);
  const store = createInbox(database, logger, systemClock);
  const poster = createFakePoster();
  const policies = { get: async () => defaultPolicy };
  const delivery = createDelivery({ store, poster, policies, clock, random: () => 0.5, logger });
  onTestFinished(async () => {
    await delivery.stop({ deadlineMs: 1000 });
    await database.close();
  });
  return {
    clock,
    poster,
    store,
    delivery,
    log,
    say: (keyword, guildId = HERE) => delivery.accept(accepted(keyword, guildId)),
    isEmpty: async () => (await store.count()) === 0,
    until: (condition) =>
      vi.waitFor(
        async () => {
          clock.advance(1000);
          expect(await condition()).toBe(true);
        },
        { timeout: 5000, interval: 5 },
      ),
  };
}

function accepted(keyword: string, guildId: string) {
  const body = {
    sender: 'service-webhooks',
    addon: 'keywordAlert',
    payload: { keywordDetected: keyword, metadata: { guildId }, fullText: false },
    time: 1,
  };
  return { id: `id of ${keyword}`, body, receivedAtMs: Date.now() };
}

describe('an event whose post was begun by an earlier process', () => {
  async function begun(standing: FakePoster['standing']): Promise<World> {
    const on = await world();
    await on.store.accept(accepted('word', HERE), HERE);
    const [event] = await on.store.next(HERE, 1);
    if (event === undefined) throw new Error('nothing waits');
    await on.store.save({ ...event, begun: { channelId: 'somewhere', at: 1 } });
    on.poster.standing = standing;
    await on.delivery.start();
    return on;
  }

  it('is not posted again where it stands', async () => {
    const on = await begun({ messageId: '7' });
    await on.until(on.isEmpty);
    expect(on.poster.posted).toEqual([]);
  });

  it('is posted where it does not stand', async () => {
    const on = await begun('absent');
    await on.until(on.isEmpty);
    expect(on.poster.posted).toEqual(['word']);
  });

  it('waits while Discord does not say', async () => {
    const on = await begun('unknown');
    await on.until(() => on.clock.pending().length > 0);
    expect(on.poster.posted).toEqual([]);
    on.poster.standing = { messageId: '7' };
    await on.until(on.isEmpty);
    expect(on.poster.posted).toEqual([]);
  });
});

it('events of a guild come in order while those of another wait for Discord', async () => {
  const on = await world();
  const { target } = on.poster;
  on.poster.target = (key) => (key === HERE ? { kind: 'away', reason: 'Away.' } : target(key));
  for (const word of ['a', 'b']) await on.say(word, HERE);
  for (const word of ['c', 'd']) await on.say(word, THERE);
  await on.until(() => on.poster.posted.length === 2);
  expect(on.poster.posted).toEqual(['c', 'd']);
  await on.until(async () => (await on.store.count()) === 2);
  expect(on.delivery.oldestReceivedAtMs()).toBeGreaterThan(0);
  on.poster.target = target;
  await on.until(() => on.poster.posted.length === 4);
  expect(on.poster.posted.slice(2)).toEqual(['a', 'b']);
  await on.until(() => on.delivery.oldestReceivedAtMs() === null);
  expect(await on.isEmpty()).toBe(true);
});

it('an event that fails for its own sake is put aside after five tries, also when it is a fault of ours', async () => {
  const on = await world();
  let tries = 0;
  on.poster.result = (keyword) => {
    if (keyword === 'fine') return { kind: 'posted', messageId: '1' };
    tries += 1;
    if (tries % 2 === 0) throw new TypeError('a bug');
    return { kind: 'failed', reason: 'Too odd.' };
  };
  await on.say('odd');
  await on.say('fine');
  await on.until(() => on.poster.posted.length === 1);
  expect(tries).toBe(5);
  expect(await on.delivery.parked(HERE)).toMatchObject([{ reason: 'Too odd.', guildId: HERE }]);
});

it('the operator is told once of a channel that cannot be used; a wake lets its events through at once', async () => {
  const on = await world();
  const { target } = on.poster;
  on.poster.target = (key) => ({ kind: 'unusable', key, reason: 'It is gone.', mend: 'Make it.' });
  await on.say('word');
  await on.until(() => on.log.join().includes('It is gone.'));
  for (let minute = 0; minute < 5; minute += 1) on.clock.advance(60_000);
  expect(on.log.filter((line) => line.includes('Make it.'))).toHaveLength(1);
  await vi.waitFor(() => expect(on.clock.pending().length).toBeGreaterThan(0), 5000);
  on.poster.target = target;
  on.delivery.wake(HERE);
  await vi.waitFor(() => expect(on.poster.posted).toEqual(['word']), 5000);
  await vi.waitFor(() => expect(on.log.join()).toContain('can be posted again'), 5000);
});

it('what belongs nowhere is put aside, and posted at a start that knows a place', async () => {
  const on = await world();
  const { target } = on.poster;
  on.poster.target = () => ({ kind: 'nowhere', reason: 'No place is set.' });
  await on.say('word');
  await on.until(on.isEmpty);
  expect(await on.delivery.parked(null)).toMatchObject([{ reason: 'No place is set.' }]);
  on.poster.target = target;
  await on.delivery.start();
  await on.until(() => on.poster.posted.length === 1);
  expect(await on.delivery.parked(null)).toEqual([]);
});

it.each([
  ['the guild whose channel does not take it', HERE, HERE],
  ['nobody when it is the fallback channel', FALLBACK_KEY, null],
])('a tagging result is put aside for %s', async (_whose, key, guildId) => {
  const on = await world();
  on.poster.target = () => ({ kind: 'channel', key, channelId: 'somewhere' });
  on.poster.result = () => ({ kind: 'failed', reason: 'Too odd.' });
  const body = {
    sender: 'service-webhooks',
    addon: 'ssiQuery',
    payload: { tags: 'music', undocumentedTags: false, convoId: 'session' },
    time: 1,
  };
  await on.delivery.accept({ id: 'result', body, receivedAtMs: Date.now() });
  await on.until(on.isEmpty);
  expect(await on.delivery.parked(guildId)).toMatchObject([{ guildId, addon: 'ssiQuery' }]);
});

describe('a storm', () => {
  /** Within a moment: what is posted one by one is posted before any time passes. */
  async function storm(showing?: PostResult): Promise<World> {
    const on = await world();
    if (showing !== undefined) on.poster.showing = showing;
    for (let count = 1; count <= 50; count += 1) await on.say(`word ${count}`);
    await vi.waitFor(() => expect(on.poster.posted).toHaveLength(20), 5000);
    return on;
  }
  const lastShown = ({ poster }: World): Digest | undefined => poster.shown.at(-1);

  it('is 20 alerts, and one digest that counts all others once', async () => {
    const on = await storm();
    await on.until(() => lastShown(on)?.total === 30);
    expect(on.poster.posted).toHaveLength(20);
    expect(Object.keys(lastShown(on)?.byKeyword ?? {})).toHaveLength(30);
    expect(await on.isEmpty()).toBe(true);
  });

  it('is over after a calm minute, and alerts are shown one by one again', async () => {
    const on = await storm();
    await on.until(() => lastShown(on)?.total === 30);
    for (let second = 0; second < 70; second += 1) await on.until(() => true);
    await vi.waitFor(async () => {
      on.clock.advance(1000);
      expect(await on.store.digests()).toEqual([]);
    }, 5000);
    await on.say('later');
    await on.until(() => on.poster.posted.length > 20);
    expect(on.poster.posted.at(-1)).toBe('later');
  });

  it('is counted though its message cannot be shown, and shown when it can', async () => {
    const on = await storm({ kind: 'unusable', reason: 'It is gone.', mend: 'Make it.' });
    await on.until(() => on.log.join().includes('It is gone.'));
    await on.until(on.isEmpty);
    on.poster.showing = { kind: 'posted', messageId: '2' };
    on.delivery.wake();
    await on.until(() => lastShown(on)?.total === 30);
    expect(on.poster.shown).toHaveLength(1);
  });

  it('of a guild the bot has left meanwhile is given up, and the operator told, though the log has just complained about it', async () => {
    const on = await storm({ kind: 'unavailable', reason: 'Away.' });
    await on.until(on.isEmpty);
    on.poster.target = () => ({ kind: 'nowhere', reason: 'No place is set.' });
    await on.until(async () => (await on.store.digests()).length === 0);
    expect(on.log.join()).toContain('30 alerts it counts are shown nowhere');
  });

  it('that fills a channel says nothing of another guild', async () => {
    const on = await storm();
    await on.say('elsewhere', THERE);
    await on.until(() => on.poster.posted.length === 21);
    expect(on.poster.posted).toContain('elsewhere');
    expect(on.poster.posted.filter((word) => word.startsWith('word'))).toHaveLength(20);
  });
});
