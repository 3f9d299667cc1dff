import { describe, expect, it, vi } from 'vitest';
import { newDigest, type Digest } from '../../../src/moderation/posts/digest.ts';
import type { PostResult } from '../../../src/moderation/events.ts';
import { taggingContent } from '../../helpers/event-content.ts';
import {
  createTestBed,
  keywordEvent,
  OTHER_SERVER,
  SERVER,
  storeAttempted,
  type TestBed,
} from './test-bed.ts';

const emptyDigest = newDigest('ref', 0);

describe('a storm of keyword alerts', () => {
  /** 50 alerts with the clock stopped: the first 20 are posted one by one. */
  async function startStorm(showResult?: PostResult): Promise<TestBed> {
    const bed = await createTestBed();
    if (showResult !== undefined) bed.poster.showResult = showResult;
    for (let count = 1; count <= 50; count += 1) await bed.accept(`word ${count}`);
    await vi.waitFor(() => expect(bed.poster.posted).toHaveLength(20), 5000);
    return bed;
  }
  const lastShown = ({ poster }: TestBed): Digest | undefined => poster.shown.at(-1);

  it('becomes 20 alerts and one digest that counts each of the others once', async () => {
    const bed = await startStorm();
    await bed.until(() => lastShown(bed)?.total === 30);
    expect(bed.poster.posted).toHaveLength(20);
    expect(Object.keys(lastShown(bed)?.byKeyword ?? {})).toHaveLength(30);
    expect(await bed.isEmpty()).toBe(true);
  });

  it('ends after a calm minute, and alerts are posted one by one again', async () => {
    const bed = await startStorm();
    await bed.until(() => lastShown(bed)?.total === 30);
    for (let second = 0; second < 70; second += 1) await bed.until(() => true);
    await vi.waitFor(async () => {
      bed.clock.advance(1000);
      expect(await bed.store.digests()).toEqual([]);
    }, 5000);
    await bed.accept('later');
    await bed.until(() => bed.poster.posted.length > 20);
    expect(bed.poster.posted.at(-1)).toBe('later');
  });

  it('is counted while the digest cannot be shown, and shown later', async () => {
    const bed = await startStorm({
      kind: 'unusable',
      reason: { key: 'It is gone.' },
      fix: { key: 'Create it.' },
    });
    await bed.until(() => bed.log.join().includes('It is gone.'));
    await bed.until(bed.isEmpty);
    bed.poster.showResult = { kind: 'posted', messageId: '2' };
    bed.delivery.wake();
    await bed.until(() => lastShown(bed)?.total === 30);
    expect(bed.poster.shown).toHaveLength(1);
  });

  it('in a server that the bot has left is dropped and logged, even right after another error', async () => {
    const bed = await startStorm({ kind: 'unavailable', reason: 'Unavailable.' });
    await bed.until(bed.isEmpty);
    bed.poster.target = () => ({ kind: 'nowhere', reason: { key: 'No channel is set.' } });
    await bed.until(async () => (await bed.store.digests()).length === 0);
    expect(bed.log.join()).toContain('30 alerts cannot be shown anywhere');
  });

  it('does not affect another server', async () => {
    const bed = await startStorm();
    await bed.accept('elsewhere', OTHER_SERVER);
    await bed.until(() => bed.poster.posted.length === 21);
    expect(bed.poster.posted).toContain('elsewhere');
    expect(bed.poster.posted.filter((word) => word.startsWith('word'))).toHaveLength(20);
  });

  it('does not aggregate a tagging result for the same channel', async () => {
    const bed = await startStorm();
    await bed.until(() => lastShown(bed)?.total === 30);
    const { target } = bed.poster;
    bed.poster.target = () => target(SERVER);
    const content = taggingContent('session');
    await bed.delivery.accept({ id: 'result', content, receivedAtMs: Date.now() });
    await bed.until(() => bed.poster.posted.includes('session'));
    expect(lastShown(bed)?.total).toBe(30);
  });

  it('does not aggregate an alert that may have been posted already', async () => {
    const bed = await createTestBed();
    // The lane of a killed process: an alert that may be posted, between two that are not.
    await bed.store.accept(keywordEvent('first', SERVER), SERVER);
    await storeAttempted(bed.store, 'attempted');
    await bed.store.accept(keywordEvent('last', SERVER), SERVER);
    // An open digest counts as a storm that goes on.
    await bed.store.saveDigest(SERVER, { ...emptyDigest, openedAt: bed.clock.now() });
    bed.poster.existing = { messageId: '7' };
    await bed.delivery.start();
    await bed.until(() => lastShown(bed)?.total === 2);
    await bed.until(bed.isEmpty);
    expect(bed.poster.searched).toEqual(['attempted']);
    expect(bed.poster.posted).toEqual([]);
    expect(Object.keys(lastShown(bed)?.byKeyword ?? {})).toEqual(['first', 'last']);
  });

  it('looks for an alert at the head of the lane that may have been posted already', async () => {
    const bed = await createTestBed();
    await storeAttempted(bed.store, 'attempted');
    await bed.store.saveDigest(SERVER, { ...emptyDigest, openedAt: bed.clock.now() });
    bed.poster.existing = { messageId: '7' };
    await bed.delivery.start();
    await bed.until(bed.isEmpty);
    expect(bed.poster.searched).toEqual(['attempted']);
    expect(await bed.store.digest(SERVER)).toMatchObject({ total: 0 });
  });

  it('edits the digest’s message at most every five seconds', async () => {
    const bed = await startStorm();
    await vi.waitFor(() => expect(bed.clock.pending()).toContain(5000), 5000);
    expect(bed.poster.shown).toHaveLength(1);
    bed.clock.advance(4999);
    expect(bed.clock.pending()).toContain(1);
    await bed.until(() => lastShown(bed)?.total === 30);
  });

  it.each([
    ['keeps its message for ten minutes', 10 * 60_000, 31],
    ['continues in a new message after ten minutes', 10 * 60_000 + 1, 1],
  ])('%s', async (_what, ageMs, total) => {
    const bed = await createTestBed();
    const openedAt = bed.clock.now() - ageMs;
    await bed.store.saveDigest(SERVER, { ...emptyDigest, openedAt, total: 30, shown: 30 });
    await bed.store.accept(keywordEvent('word', SERVER), SERVER);
    await bed.delivery.start();
    await vi.waitFor(
      async () => expect(await bed.store.digest(SERVER)).toMatchObject({ total }),
      5000,
    );
  });
});
