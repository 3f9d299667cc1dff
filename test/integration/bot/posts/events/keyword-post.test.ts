import { describe, expect, it, vi } from 'vitest';
import { FALLBACK_KEY, type Target } from '../../../../../src/bot/domain/events.ts';
import type { Failure } from '../../../../../src/bot/rest/classify-error.ts';
import { createDeferred } from '../../../../helpers/deferred.ts';
import { keywordContent, taggingContent } from '../../../../helpers/event-content.ts';
import { FORBIDDEN, UNAVAILABLE } from '../../../../helpers/fakes/fake-messenger.ts';
import { createTestBed, OTHER_SERVER, SERVER, type TestBed } from './test-bed.ts';

const INVALID: Failure = { kind: 'refused', code: 50035, answer: 'Invalid Form Body' };
const AWAY: Target = { kind: 'away', reason: 'Unavailable.' };
const gone = (key: string): Target => ({
  kind: 'unusable',
  key,
  reason: { key: 'It is gone.' },
  fix: { key: 'Create it.' },
});

/** Discord rejects the posts about this keyword. */
function rejectPosts(bed: TestBed, keyword: string): void {
  const { post } = bed.messenger;
  bed.messenger.post = async (channelId, body, nonce) =>
    JSON.stringify(body).includes(keyword) ? INVALID : post(channelId, body, nonce);
}

describe('an event that a killed process may have posted', () => {
  async function kill(posts: 'posted' | 'not posted'): Promise<TestBed> {
    const bed = await createTestBed();
    const { post } = bed.messenger;
    let isAsked = false;
    bed.messenger.post = async (...args) => {
      if (posts === 'posted') await post(...args);
      isAsked = true;
      return new Promise(() => {});
    };
    await bed.accept('word');
    await bed.until(() => isAsked);
    bed.messenger.post = post;
    return bed;
  }

  it('is not posted again if the post exists', async () => {
    const bed = await kill('posted');
    bed.clock.advance(3_600_000);
    await bed.restart();
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toEqual(['word']);
    expect(bed.messenger.searched).toEqual([`channel of ${SERVER}`]);
  });

  it('is posted if the post does not exist', async () => {
    const bed = await kill('not posted');
    await bed.restart();
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toEqual(['word']);
  });

  it('waits while Discord does not answer', async () => {
    const bed = await kill('posted');
    bed.messenger.failure = UNAVAILABLE;
    await bed.restart();
    await bed.until(() => bed.messenger.searched.length > 1);
    expect(await bed.isEmpty()).toBe(false);
    bed.messenger.failure = null;
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toEqual(['word']);
  });

  it('is looked for before another that was accepted earlier', async () => {
    const bed = await kill('posted');
    const content = keywordContent('earlier', { guildId: SERVER });
    bed.clock.advance(-60_000);
    await bed.acceptContent('earlier', content);
    bed.clock.advance(60_000);
    await bed.restart();
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toEqual(['word', 'earlier']);
  });

  it('has stored what its buttons need', async () => {
    const bed = await createTestBed();
    bed.messenger.losesNextAnswer = true;
    const place = { guildId: SERVER, channelId: '3', messageId: '4', authorId: '5' };
    await bed.acceptContent('e', keywordContent('word', { guildId: SERVER, place, text: 'text' }));
    await bed.until(() => bed.posted().length === 1);
    const hit = { ...place, eventId: 'e', keywords: ['word'], text: 'text' };
    expect(await bed.keywordHits.get('e')).toEqual(hit);
  });
});

it('posts a server’s events in order while those of another server wait', async () => {
  const bed = await createTestBed();
  const { target } = bed;
  bed.target = (key) => (key === SERVER ? AWAY : target(key));
  for (const word of ['a', 'b']) await bed.accept(word, SERVER);
  for (const word of ['c', 'd']) await bed.accept(word, OTHER_SERVER);
  await bed.until(async () => (await bed.waiting()) === 2);
  expect(bed.posted()).toEqual(['c', 'd']);
  bed.target = target;
  await bed.until(bed.isEmpty);
  expect(bed.posted().slice(2)).toEqual(['a', 'b']);
});

it('stops trying an event after five rejections or bugs, and continues with the next', async () => {
  const bed = await createTestBed();
  let bugs = 0;
  rejectPosts(bed, 'bad');
  bed.onBody = (keyword) => {
    if (keyword === 'bad' && bugs++ % 2 === 0) throw new TypeError('a bug');
  };
  await bed.accept('bad');
  await bed.accept('fine');
  await bed.until(bed.isEmpty);
  expect(bugs).toBe(5);
  expect(bed.posted()).toEqual(['fine']);
  expect(await bed.failedEvents.failed(SERVER)).toMatchObject([
    { eventId: 'id of bad', guildId: SERVER, addon: 'keywordAlert' },
  ]);
});

it('says what Discord answered to a post that failed', async () => {
  const bed = await createTestBed();
  bed.messenger.failure = INVALID;
  await bed.accept('word');
  await bed.until(bed.isEmpty);
  const [failed] = await bed.failedEvents.failed(SERVER);
  expect(failed?.reason).toMatchObject({ values: { answer: 'Invalid Form Body' } });
  expect(bed.log.join()).toContain('Invalid Form Body');
});

it('logs an unusable channel once and posts at once when it is usable again', async () => {
  const bed = await createTestBed();
  const { target } = bed;
  bed.target = gone;
  await bed.accept('word');
  await bed.until(() => bed.log.join().includes('It is gone.'));
  for (let minute = 0; minute < 5; minute += 1) bed.clock.advance(60_000);
  expect(bed.log.filter((line) => line.includes('Create it.'))).toHaveLength(1);
  bed.target = target;
  bed.outbox().retryNow(SERVER);
  await vi.waitFor(() => expect(bed.posted()).toEqual(['word']), 5000);
  await vi.waitFor(() => expect(bed.log.join()).toContain('can post events again'), 5000);
});

it('waits in a channel that Discord has closed, and asks no more often because of further events', async () => {
  const bed = await createTestBed();
  bed.messenger.failure = FORBIDDEN;
  await bed.accept('a');
  await bed.until(() => bed.log.join().includes('events are waiting'));
  const refusals = () => bed.log.filter((line) => line.includes('Discord refused a post')).length;
  for (let minute = 0; minute < 10; minute += 1) await bed.until(() => true);
  const before = refusals();
  for (let count = 0; count < 50; count += 1) await bed.accept(`word ${count}`);
  expect(refusals() - before).toBeLessThan(3);
  bed.messenger.failure = null;
  await bed.until(bed.isEmpty);
  expect(bed.posted()[0]).toBe('a');
});

it('keeps an event without a target as failed and posts it after a restart with a target', async () => {
  const bed = await createTestBed();
  const { target } = bed;
  bed.target = () => ({ kind: 'nowhere', reason: { key: 'No channel is set.' } });
  await bed.accept('word', FALLBACK_KEY);
  await bed.until(bed.isEmpty);
  expect(await bed.failedEvents.failed(null)).toMatchObject([
    { reason: { key: 'No channel is set.' } },
  ]);
  bed.target = target;
  await bed.failedEvents.requeueUnowned();
  await bed.restart();
  await bed.until(bed.isEmpty);
  expect(bed.posted()).toEqual(['word']);
  expect(await bed.failedEvents.failed(null)).toEqual([]);
});

it('gives the events of a server that the bot has left to the owner of the fallback channel', async () => {
  const bed = await createTestBed({ owns: (guildId) => guildId === SERVER });
  bed.target = () => ({ kind: 'elsewhere' });
  await bed.accept('a');
  await bed.accept('b');
  await bed.until(() => bed.unowned > 0);
  const post = { guildId: FALLBACK_KEY, kind: 'keyword', subject: '' } as const;
  expect(await bed.events.next(post, 3)).toMatchObject([{ id: 'id of a' }, { id: 'id of b' }]);
});

it('posts only in its own servers, and finds events without a notification', async () => {
  const bed = await createTestBed({ owns: (guildId) => guildId === SERVER });
  await bed.accept('theirs', OTHER_SERVER);
  await bed.accept('ours', SERVER);
  await bed.outbox().lookForDue();
  await bed.until(() => bed.posted().length > 0);
  expect(bed.posted()).toEqual(['ours']);
  expect(await bed.waiting()).toBe(1);
});

it.each([
  ['the server whose channel rejects it', SERVER, SERVER],
  ['no server if the fallback channel rejects it', FALLBACK_KEY, null],
])('lists a failed tagging result for %s', async (_whose, key, guildId) => {
  const bed = await createTestBed();
  const { target } = bed;
  bed.target = () => target(key);
  bed.messenger.failure = INVALID;
  await bed.acceptContent('result', taggingContent('session', { tags: 'music' }));
  await bed.until(bed.isEmpty);
  expect(await bed.failedEvents.failed(guildId)).toMatchObject([{ guildId, addon: 'ssiQuery' }]);
});

it('posts nothing while the attempt cannot be stored, and then once', async () => {
  const bed = await createTestBed();
  const { schema } = bed.database;
  await bed.accept('word');
  await schema.alterTable('posts').renameTo('moved').execute();
  await bed.until(() => bed.log.join().includes('failed'));
  expect(bed.posted()).toEqual([]);
  await schema.alterTable('moved').renameTo('posts').execute();
  await bed.until(bed.isEmpty);
  expect(bed.posted()).toEqual(['word']);
});

it('looks for the post of an event that could not be marked as done', async () => {
  const bed = await createTestBed();
  const { post } = bed.messenger;
  const { schema } = bed.database;
  bed.messenger.post = async (...args) => {
    await schema.alterTable('events').renameTo('moved').execute();
    return post(...args);
  };
  await bed.accept('word');
  await bed.until(() => bed.posted().length === 1 && bed.log.join().includes('failed'));
  bed.messenger.post = post;
  await schema.alterTable('moved').renameTo('events').execute();
  await bed.until(bed.isEmpty);
  expect(bed.posted()).toEqual(['word']);
  expect(bed.messenger.searched.length).toBeGreaterThan(0);
});

describe('a failed event', () => {
  async function failed(): Promise<TestBed> {
    const bed = await createTestBed();
    bed.messenger.failure = INVALID;
    await bed.accept('word');
    await bed.until(bed.isEmpty);
    bed.messenger.failure = null;
    return bed;
  }

  it('is posted when a moderator retries it', async () => {
    const bed = await failed();
    expect(await bed.failedEvents.requeue('id of word')).toBe(SERVER);
    bed.outbox().look(SERVER);
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toEqual(['word']);
    expect(await bed.failedEvents.failed(SERVER)).toEqual([]);
    expect(await bed.failedEvents.requeue('id of word')).toBeNull();
  });

  it('stays failed after a restart if it belongs to a server', async () => {
    const bed = await failed();
    await bed.failedEvents.requeueUnowned();
    await bed.restart();
    await bed.until(bed.isEmpty);
    expect(await bed.failedEvents.failed(SERVER)).toHaveLength(1);
  });
});

it('a stop waits for a post in progress', async () => {
  const bed = await createTestBed();
  const mayEnd = createDeferred();
  const started = createDeferred();
  const { post } = bed.messenger;
  bed.messenger.post = async (...args) => {
    started.resolve();
    await mayEnd.promise;
    return post(...args);
  };
  await bed.accept('a');
  bed.clock.advance(1);
  await started.promise;
  const stopped = bed.drain();
  mayEnd.resolve();
  await stopped;
  expect(bed.posted()).toEqual(['a']);
  expect(await bed.isEmpty()).toBe(true);
});
