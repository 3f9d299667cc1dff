import { describe, expect, it } from 'vitest';
import type { JoinKeywordHit } from '../../../../../src/bot/domain/keyword-hits.ts';
import { keywordContent } from '../../../../helpers/event-content.ts';
import { createTestBed, SERVER, type TestBed } from './test-bed.ts';

const place = { guildId: SERVER, channelId: '3', messageId: '4', authorId: '5' };

async function accept(bed: TestBed, keyword: string, changes: object = {}): Promise<void> {
  const content = keywordContent(keyword, { guildId: SERVER, place: { ...place, ...changes } });
  await bed.intake.accept({ id: keyword, content, receivedAtMs: bed.clock.now() });
}

describe('a second keyword in a message', () => {
  it('is added to the alert about the first', async () => {
    const bed = await createTestBed();
    await accept(bed, 'first');
    await bed.until(() => bed.poster.posted.length === 1);
    await accept(bed, 'second');
    await accept(bed, 'third');
    await bed.until(bed.isEmpty);
    expect(bed.poster.posted).toEqual(['first']);
    expect(bed.poster.edited).toEqual([
      ['first', 'second'],
      ['first', 'second', 'third'],
    ]);
    expect(await bed.store.get('first')).toMatchObject({ keywords: ['first', 'second', 'third'] });
  });

  it.each([
    ['in another message', { messageId: '44' }],
    ['in another server’s message', { guildId: '6' }],
  ])('%s has its own alert', async (_what, changes) => {
    const bed = await createTestBed();
    await accept(bed, 'first');
    await accept(bed, 'second', changes);
    await bed.until(bed.isEmpty);
    expect(bed.poster.posted).toEqual(['first', 'second']);
  });

  it('has its own alert when the first alert is older than ten minutes', async () => {
    const bed = await createTestBed();
    await accept(bed, 'first');
    await bed.until(bed.isEmpty);
    bed.clock.advance(10 * 60_000);
    await accept(bed, 'second');
    await bed.until(bed.isEmpty);
    expect(bed.poster.posted).toEqual(['first', 'second']);
  });

  it('has its own alert when the first alert was deleted, and others join the new one', async () => {
    const bed = await createTestBed();
    await accept(bed, 'first');
    await bed.until(bed.isEmpty);
    bed.poster.editResult = { kind: 'gone' };
    await accept(bed, 'second');
    await bed.until(bed.isEmpty);
    expect(bed.poster.posted).toEqual(['first', 'second']);
    bed.poster.editResult = { kind: 'posted', messageId: '3' };
    await accept(bed, 'third');
    await bed.until(bed.isEmpty);
    expect(bed.poster.edited).toEqual([['second', 'third']]);
  });

  it('has its own alert when a case has taken over the first alert', async () => {
    const bed = await createTestBed();
    await accept(bed, 'first');
    await bed.until(bed.isEmpty);
    await bed.store.claim('first');
    await accept(bed, 'second');
    await bed.until(bed.isEmpty);
    expect(bed.poster.posted).toEqual(['first', 'second']);
  });

  it('waits while Discord does not answer, and is shown once', async () => {
    const bed = await createTestBed();
    await accept(bed, 'first');
    await bed.until(bed.isEmpty);
    bed.poster.editResult = { kind: 'unavailable', reason: 'Unavailable.' };
    await accept(bed, 'second');
    await bed.until(() => bed.log.join().includes('editing a keyword alert'));
    expect(await bed.isEmpty()).toBe(false);
    bed.poster.editResult = { kind: 'posted', messageId: '3' };
    await bed.until(bed.isEmpty);
    expect(bed.poster.edited).toEqual([['first', 'second']]);
  });
});

describe('a keyword in a message with a case', () => {
  /** Joins all but these keywords. */
  async function createBed(alone: readonly string[] = []) {
    const joined: Parameters<JoinKeywordHit>[0][] = [];
    const bed = await createTestBed({
      async joinKeywordHit(hit) {
        if (alone.includes(hit.keyword)) return false;
        joined.push(hit);
        return true;
      },
    });
    return { bed, joined };
  }

  it('is shown on the case, and needs no place for a post', async () => {
    const { bed, joined } = await createBed();
    for (let count = 1; count <= 20; count += 1) {
      await accept(bed, `word ${count}`, { messageId: String(count) });
    }
    await bed.until(bed.isEmpty);
    expect(joined).toHaveLength(20);
    expect(joined[0]).toEqual({
      guildId: SERVER,
      messageId: '1',
      keyword: 'word 1',
      channelId: `channel of ${SERVER}`,
    });
    expect(bed.poster.posted).toEqual([]);
    expect(await bed.digestStore.get(SERVER)).toBeNull();
  });

  it('is shown there even in a storm, in which others are counted', async () => {
    const alone = Array.from({ length: 9 }, (_, index) => `alone ${index}`);
    const { bed, joined } = await createBed(alone);
    for (const keyword of [...alone, 'joined']) {
      await accept(bed, keyword, { messageId: String(alone.indexOf(keyword) + 100) });
    }
    await bed.until(bed.isEmpty);
    expect(bed.poster.posted).toHaveLength(8);
    expect(joined.map(({ keyword }) => keyword)).toEqual(['joined']);
    expect(await bed.digestStore.get(SERVER)).toMatchObject({ total: 1 });
  });

  it('is looked for only when the case had time to be opened', async () => {
    const joined: string[] = [];
    const bed = await createTestBed({
      alertDelayMs: 60_000,
      async joinKeywordHit({ keyword }) {
        joined.push(keyword);
        return true;
      },
    });
    await accept(bed, 'word');
    await bed.until(() => bed.clock.pending().length > 0);
    expect(joined).toEqual([]);
    expect(await bed.isEmpty()).toBe(false);
    await bed.until(bed.isEmpty);
    expect(joined).toEqual(['word']);
  });
});
