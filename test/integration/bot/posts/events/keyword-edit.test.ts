import { describe, expect, it } from 'vitest';
import type { Case } from '../../../../../src/bot/domain/case.ts';
import { caseDraft } from '../../../../helpers/cases.ts';
import { keywordContent } from '../../../../helpers/event-content.ts';
import { FORBIDDEN, UNAVAILABLE } from '../../../../helpers/fakes/fake-messenger.ts';
import { createTestBed, SERVER, type TestBed } from './test-bed.ts';

const place = { guildId: SERVER, channelId: '3', messageId: '4', authorId: '5' };

async function accept(bed: TestBed, keyword: string, changes: object = {}): Promise<void> {
  const content = keywordContent(keyword, { guildId: SERVER, place: { ...place, ...changes } });
  await bed.acceptContent(keyword, content);
}

describe('a second keyword in a message', () => {
  async function first(): Promise<TestBed> {
    const bed = await createTestBed();
    await accept(bed, 'first');
    await bed.until(bed.isEmpty);
    return bed;
  }

  it('is added to the alert about the first', async () => {
    const bed = await first();
    await accept(bed, 'second');
    await accept(bed, 'third');
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toEqual(['first + second + third']);
    const keywords = ['first', 'second', 'third'];
    expect(await bed.keywordHits.get('first')).toMatchObject({ keywords });
  });

  it.each([
    ['in another message', { messageId: '44' }],
    ['in another server’s message', { guildId: '6' }],
  ])('%s has its own alert', async (_what, changes) => {
    const bed = await first();
    await accept(bed, 'second', changes);
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toEqual(['first', 'second']);
  });

  it('has its own alert when the first alert is older than ten minutes', async () => {
    const bed = await first();
    bed.clock.advance(10 * 60_000);
    await accept(bed, 'second');
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toEqual(['first', 'second']);
  });

  it('has its own alert when the first alert was deleted, and others join the new one', async () => {
    const bed = await first();
    bed.messenger.delete(bed.messenger.messages[0]?.id ?? '');
    await accept(bed, 'second');
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toEqual(['second']);
    await accept(bed, 'third');
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toEqual(['second + third']);
  });

  it('has its own alert when Discord refuses to edit the first', async () => {
    const bed = await first();
    const { edit } = bed.messenger;
    bed.messenger.edit = async () => FORBIDDEN;
    await accept(bed, 'second');
    await bed.until(bed.isEmpty);
    bed.messenger.edit = edit;
    expect(bed.posted()).toEqual(['first', 'second']);
  });

  it('has its own alert when a case has taken over the first alert', async () => {
    const bed = await first();
    await bed.keywordHits.claim('first');
    await accept(bed, 'second');
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toEqual(['first', 'second']);
  });

  it('waits while Discord does not answer, also for the next process, and is shown once', async () => {
    const bed = await first();
    bed.messenger.failure = UNAVAILABLE;
    await accept(bed, 'second');
    await bed.until(() => bed.log.join().includes('Discord answered 500'));
    expect(await bed.isEmpty()).toBe(false);
    await bed.restart();
    bed.messenger.failure = null;
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toEqual(['first + second']);
    expect(bed.messenger.edits).toHaveLength(1);
  });
});

describe('a keyword in a message with a case', () => {
  /** The alert of the case is to be posted. */
  async function openCase(bed: TestBed, messageId: string): Promise<Case> {
    const draft = caseDraft({ guildId: SERVER, messageId, openedAt: bed.clock.now() });
    return bed.cases.open(draft, '', 1);
  }

  const keywordsOf = async (bed: TestBed, messageId: string) =>
    (await bed.cases.ofMessage(SERVER, messageId))?.keywords;

  it('is shown on the case, and needs no place for a post', async () => {
    const bed = await createTestBed();
    for (let count = 1; count <= 20; count += 1) {
      await openCase(bed, String(count));
      await accept(bed, `word ${count}`, { messageId: String(count) });
    }
    await bed.until(bed.isEmpty);
    expect(await keywordsOf(bed, '20')).toEqual(['word 20']);
    expect(bed.posted()).toEqual([]);
    expect(await bed.digestStore.get(SERVER)).toBeNull();
  });

  it('is shown there even in a storm, in which others are counted', async () => {
    const bed = await createTestBed();
    await openCase(bed, '99');
    const alone = Array.from({ length: 9 }, (_, index) => `alone ${index}`);
    for (const [index, keyword] of alone.entries()) {
      await accept(bed, keyword, { messageId: String(100 + index) });
    }
    await accept(bed, 'joined', { messageId: '99' });
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toHaveLength(8);
    expect(await keywordsOf(bed, '99')).toEqual(['joined']);
    expect(await bed.digestStore.get(SERVER)).toMatchObject({ total: 1 });
  });

  it('is looked for only when the case had time to be opened', async () => {
    const bed = await createTestBed({ alertDelayMs: 60_000 });
    await accept(bed, 'word');
    await bed.until(() => true);
    expect(bed.posted()).toEqual([]);
    await openCase(bed, place.messageId);
    await bed.until(bed.isEmpty);
    expect(await keywordsOf(bed, place.messageId)).toEqual(['word']);
    expect(bed.posted()).toEqual([]);
  });
});
