import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { FALLBACK_KEY } from '../../../../../src/bot/domain/events.ts';
import { createDeferred } from '../../../../helpers/deferred.ts';
import { taggingContent } from '../../../../helpers/event-content.ts';
import {
  createTestBed,
  OTHER_SERVER,
  SERVER,
  storeAttempted,
  type FakePoster,
  type TestBed,
} from './test-bed.ts';

describe('an event that a previous process may have posted', () => {
  async function resume(existing: FakePoster['existing']): Promise<TestBed> {
    const bed = await createTestBed();
    await storeAttempted(bed.store, 'word');
    bed.poster.existing = existing;
    await bed.delivery.start();
    return bed;
  }

  it('is not posted again if the post exists', async () => {
    const bed = await resume({ messageId: '7' });
    await bed.until(bed.isEmpty);
    expect(bed.poster.posted).toEqual([]);
  });

  it('is posted if the post does not exist', async () => {
    const bed = await resume('absent');
    await bed.until(bed.isEmpty);
    expect(bed.poster.posted).toEqual(['word']);
  });

  it('waits while Discord does not answer', async () => {
    const bed = await resume('unknown');
    await bed.until(() => bed.clock.pending().length > 0);
    expect(bed.poster.posted).toEqual([]);
    bed.poster.existing = { messageId: '7' };
    await bed.until(bed.isEmpty);
    expect(bed.poster.posted).toEqual([]);
  });
});

it('delivers a server’s events in order while those of another server wait', async () => {
  const bed = await createTestBed();
  const { target } = bed.poster;
  bed.poster.target = (key) =>
    key === SERVER ? { kind: 'away', reason: 'Unavailable.' } : target(key);
  for (const word of ['a', 'b']) await bed.accept(word, SERVER);
  for (const word of ['c', 'd']) await bed.accept(word, OTHER_SERVER);
  await bed.until(() => bed.poster.posted.length === 2);
  expect(bed.poster.posted).toEqual(['c', 'd']);
  await bed.until(async () => (await bed.store.count()) === 2);
  expect(bed.delivery.oldestReceivedAtMs()).toBeGreaterThan(0);
  bed.poster.target = target;
  await bed.until(() => bed.poster.posted.length === 4);
  expect(bed.poster.posted.slice(2)).toEqual(['a', 'b']);
  await bed.until(() => bed.delivery.oldestReceivedAtMs() === null);
  expect(await bed.isEmpty()).toBe(true);
});

it('stops trying an event after five rejections or bugs, and continues with the next', async () => {
  const bed = await createTestBed();
  let tries = 0;
  bed.poster.result = (keyword) => {
    if (keyword === 'fine') return { kind: 'posted', messageId: '1' };
    tries += 1;
    if (tries % 2 === 0) throw new TypeError('a bug');
    return { kind: 'failed', reason: { key: 'Invalid form body.' } };
  };
  await bed.accept('bad');
  await bed.accept('fine');
  await bed.until(() => bed.poster.posted.length === 1);
  expect(tries).toBe(5);
  expect(await bed.delivery.failed(SERVER)).toMatchObject([
    { reason: { key: 'Invalid form body.' }, guildId: SERVER },
  ]);
});

it('logs an unusable channel once and delivers at once when it is usable again', async () => {
  const bed = await createTestBed();
  const { target } = bed.poster;
  bed.poster.target = (key) => ({
    kind: 'unusable',
    key,
    reason: { key: 'It is gone.' },
    fix: { key: 'Create it.' },
  });
  await bed.accept('word');
  await bed.until(() => bed.log.join().includes('It is gone.'));
  for (let minute = 0; minute < 5; minute += 1) bed.clock.advance(60_000);
  expect(bed.log.filter((line) => line.includes('Create it.'))).toHaveLength(1);
  await vi.waitFor(() => expect(bed.clock.pending().length).toBeGreaterThan(0), 5000);
  bed.poster.target = target;
  bed.delivery.wake(SERVER);
  await vi.waitFor(() => expect(bed.poster.posted).toEqual(['word']), 5000);
  await vi.waitFor(() => expect(bed.log.join()).toContain('can post events again'), 5000);
});

it('keeps an event without a target as failed and posts it after a restart with a target', async () => {
  const bed = await createTestBed();
  const { target } = bed.poster;
  bed.poster.target = () => ({ kind: 'nowhere', reason: { key: 'No channel is set.' } });
  await bed.accept('word');
  await bed.until(bed.isEmpty);
  expect(await bed.delivery.failed(null)).toMatchObject([
    { reason: { key: 'No channel is set.' } },
  ]);
  bed.poster.target = target;
  await bed.delivery.start();
  await bed.until(() => bed.poster.posted.length === 1);
  expect(await bed.delivery.failed(null)).toEqual([]);
});

it.each([
  ['the server whose channel rejects it', SERVER, SERVER],
  ['no server if the fallback channel rejects it', FALLBACK_KEY, null],
])('lists a failed tagging result for %s', async (_whose, key, guildId) => {
  const bed = await createTestBed();
  bed.poster.target = () => ({
    kind: 'channel',
    key,
    channelId: 'somewhere',
    digestKey: key,
  });
  bed.poster.result = () => ({ kind: 'failed', reason: { key: 'Invalid form body.' } });
  const content = taggingContent('session', { tags: 'music' });
  await bed.intake.accept({ id: 'result', content, receivedAtMs: Date.now() });
  await bed.until(bed.isEmpty);
  expect(await bed.delivery.failed(guildId)).toMatchObject([{ guildId, addon: 'ssiQuery' }]);
});

it('retries an event whose attempt could not be saved, without posting it first', async () => {
  const bed = await createTestBed();
  const { save } = bed.store;
  bed.store.save = async () => {
    throw new Error('disk full');
  };
  await bed.accept('word');
  await bed.until(() => bed.log.join().includes('disk full'));
  expect(bed.poster.posted).toEqual([]);
  bed.store.save = save;
  await bed.until(bed.isEmpty);
  expect(bed.poster.posted).toEqual(['word']);
});

it('looks for the post of an event that could not be marked as done', async () => {
  const bed = await createTestBed();
  const { done } = bed.store;
  bed.store.done = async () => {
    throw new Error('disk full');
  };
  await bed.accept('word');
  await bed.until(() => bed.log.join().includes('disk full'));
  bed.poster.existing = { messageId: '7' };
  bed.store.done = done;
  await bed.until(bed.isEmpty);
  expect(bed.poster.posted).toEqual(['word']);
  expect(bed.poster.searched.length).toBeGreaterThan(0);
});

it('rejects an event that cannot be stored, and accepts it later', async () => {
  const bed = await createTestBed();
  const { accept } = bed.store;
  bed.store.accept = async () => {
    throw new Error('disk full');
  };
  await expect(bed.accept('word')).rejects.toThrow('disk full');
  bed.store.accept = accept;
  expect(await bed.accept('word')).toBe('stored');
  await bed.until(() => bed.poster.posted.length === 1);
});

it('wakes only the server whose channel changed', async () => {
  const bed = await createTestBed();
  const { target } = bed.poster;
  bed.poster.target = () => ({ kind: 'away', reason: 'Unavailable.' });
  await bed.accept('a', SERVER);
  await bed.accept('b', OTHER_SERVER);
  await vi.waitFor(() => expect(bed.clock.pending()).toHaveLength(2), 5000);
  bed.poster.target = target;
  bed.delivery.wake(OTHER_SERVER);
  await vi.waitFor(() => expect(bed.poster.posted).toEqual(['b']), 5000);
  await vi.waitFor(async () => expect(await bed.store.count()).toBe(1), 5000);
  bed.delivery.wake();
  await vi.waitFor(() => expect(bed.poster.posted).toEqual(['b', 'a']), 5000);
});

describe('a failed event', () => {
  it('is posted when a moderator retries it', async () => {
    const bed = await createTestBed();
    const { result } = bed.poster;
    bed.poster.result = () => ({ kind: 'failed', reason: { key: 'Invalid form body.' } });
    await bed.accept('word');
    await bed.until(bed.isEmpty);
    bed.poster.result = result;
    expect(await bed.delivery.retry('id of word')).toBe(true);
    await bed.until(() => bed.poster.posted.length === 1);
    expect(await bed.delivery.failed(SERVER)).toEqual([]);
    expect(await bed.delivery.retry('id of word')).toBe(false);
  });

  it('stays failed after a restart if it belongs to a server', async () => {
    const bed = await createTestBed();
    bed.poster.result = () => ({ kind: 'failed', reason: { key: 'Invalid form body.' } });
    await bed.accept('word');
    await bed.until(bed.isEmpty);
    await bed.delivery.start();
    expect(await bed.isEmpty()).toBe(true);
    expect(await bed.delivery.failed(SERVER)).toHaveLength(1);
  });
});

describe('stopping', () => {
  async function stopDuringPost(deadlineMs: number) {
    const bed = await createTestBed();
    const postMayEnd = createDeferred();
    const { post } = bed.poster;
    const started: string[] = [];
    bed.poster.post = async (event) => {
      started.push(event.id);
      await postMayEnd.promise;
      return post(event);
    };
    await bed.accept('a');
    await bed.accept('b');
    await vi.waitFor(() => expect(started).toHaveLength(1), 5000);
    const stopped = bed.delivery.stop({ deadlineMs });
    const first = await Promise.race([stopped.then(() => 'stopped'), setTimeout(20, 'waiting')]);
    expect(first).toBe('waiting');
    return { bed, postMayEnd, started, stopped };
  }

  it('waits for a post in progress and starts no other', async () => {
    const { bed, postMayEnd, started, stopped } = await stopDuringPost(60_000);
    postMayEnd.resolve();
    await stopped;
    expect(bed.poster.posted).toEqual(['a']);
    expect(started).toEqual(['id of a']);
    expect(await bed.store.count()).toBe(1);
  });

  it('waits no longer than the deadline', async () => {
    const { bed, postMayEnd, stopped } = await stopDuringPost(1000);
    bed.clock.advance(1000);
    await stopped;
    expect(bed.poster.posted).toEqual([]);
    postMayEnd.resolve();
  });

  it('ends waits between retries at once', async () => {
    const bed = await createTestBed();
    bed.poster.target = () => ({ kind: 'away', reason: 'Unavailable.' });
    await bed.accept('word');
    await vi.waitFor(() => expect(bed.clock.pending()).toHaveLength(1), 5000);
    await bed.delivery.stop({ deadlineMs: 60_000 });
    expect(bed.clock.pending()).toEqual([]);
    expect(await bed.store.count()).toBe(1);
  });
});
