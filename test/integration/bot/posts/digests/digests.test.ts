import { describe, expect, it, vi } from 'vitest';
import { withOutcome } from '../../../../../src/bot/domain/case.ts';
import { newDigest, type Digest } from '../../../../../src/bot/domain/posts/digest.ts';
import type { Failure } from '../../../../../src/bot/rest/classify-error.ts';
import { createPostStore } from '../../../../../src/bot/storage/posts.ts';
import { FORBIDDEN, UNAVAILABLE } from '../../../../helpers/fakes/fake-messenger.ts';
import { caseDraft } from '../../../../helpers/cases.ts';
import { keywordContent, taggingContent } from '../../../../helpers/event-content.ts';
import { createTestBed, OTHER_SERVER, SERVER, type TestBed } from '../events/test-bed.ts';

const emptyDigest = newDigest('ref', 0);

const lastShown = ({ shownDigest }: TestBed): Digest | null => shownDigest();

/** Stores a digest as an earlier process left it. */
async function store({ database, digestStore }: TestBed, digest: Digest): Promise<void> {
  await digestStore.count(database, SERVER, { ref: 'ref', add: () => digest });
}

const digestsIn = ({ messenger }: TestBed) =>
  messenger.messages.filter(({ body }) => body.embeds === undefined);

/** Discord answers this to the post of a digest, until it is undone. */
function failDigest(bed: TestBed, failure: Failure): () => void {
  const { post } = bed.messenger;
  bed.messenger.post = async (channelId, body, nonce) =>
    body.embeds === undefined ? failure : post(channelId, body, nonce);
  return () => void (bed.messenger.post = post);
}

describe('a storm of keyword alerts', () => {
  /** 50 alerts with the clock stopped: the first eight are posted one by one. */
  async function startStorm(before: (bed: TestBed) => void = () => undefined): Promise<TestBed> {
    const bed = await createTestBed();
    before(bed);
    for (let count = 1; count <= 50; count += 1) await bed.accept(`word ${count}`);
    await vi.waitFor(() => expect(bed.posted()).toHaveLength(8), 5000);
    return bed;
  }

  it('becomes eight alerts and one digest that counts each of the others once', async () => {
    const bed = await startStorm();
    await bed.until(() => lastShown(bed)?.total === 42);
    expect(bed.posted()).toHaveLength(8);
    expect(Object.keys(lastShown(bed)?.byKeyword ?? {})).toHaveLength(42);
    expect(await bed.isEmpty()).toBe(true);
  });

  it('of one keyword is six alerts, and the first hit of another is posted nevertheless', async () => {
    const bed = await createTestBed();
    for (let count = 1; count <= 20; count += 1) {
      const content = keywordContent('same', { guildId: SERVER });
      await bed.acceptContent(`same ${count}`, content);
    }
    await bed.until(bed.isEmpty);
    expect(bed.posted()).toEqual(Array.from({ length: 6 }, () => 'same'));
    await bed.accept('other');
    await bed.until(bed.isEmpty);
    expect(bed.posted().at(-1)).toBe('other');
    expect(await bed.digestStore.get(SERVER)).toMatchObject({ byKeyword: { same: 14 } });
  });

  it('is over a minute later: alerts are posted one by one again', async () => {
    const bed = await startStorm();
    await bed.until(() => lastShown(bed)?.total === 42);
    for (let second = 0; second < 70; second += 1) await bed.until(() => true);
    await bed.accept('later');
    await bed.until(() => bed.posted().length > 8);
    expect(bed.posted().at(-1)).toBe('later');
  });

  it('is counted while the digest cannot be shown, and shown later', async () => {
    let restore = (): void => undefined;
    const bed = await startStorm((each) => (restore = failDigest(each, FORBIDDEN)));
    await bed.until(() => bed.log.join().includes('Discord refused a post'));
    await bed.until(bed.isEmpty);
    restore();
    bed.outbox().retryNow(SERVER);
    await bed.until(() => lastShown(bed)?.total === 42);
    expect(digestsIn(bed)).toHaveLength(1);
  });

  it('is counted while the digest has no channel, which the log says once', async () => {
    const bed = await startStorm();
    const { target } = bed;
    bed.target = (key) => ({
      kind: 'unusable',
      key,
      reason: { key: 'It is gone.' },
      fix: { key: 'Create it.' },
    });
    await bed.until(() => bed.log.join().includes('It is gone.'));
    bed.target = target;
    bed.outbox().retryNow(SERVER);
    await bed.until(() => lastShown(bed)?.total === 42);
    expect(bed.log.filter((line) => line.includes('It is gone.'))).toHaveLength(1);
  });

  it('in a server that the bot has left is dropped and logged, even right after another error', async () => {
    const bed = await startStorm((each) => failDigest(each, UNAVAILABLE));
    await bed.until(bed.isEmpty);
    bed.target = () => ({ kind: 'nowhere', reason: { key: 'No channel is set.' } });
    await bed.until(async () => (await bed.digestStore.get(SERVER)) === null);
    expect(bed.log.join()).toContain('42 alerts cannot be shown anywhere');
  });

  it('does not affect another server', async () => {
    const bed = await startStorm();
    await bed.accept('elsewhere', OTHER_SERVER);
    await bed.until(() => bed.posted().length === 9);
    expect(bed.posted()).toContain('elsewhere');
    expect(bed.posted().filter((word) => word.startsWith('word'))).toHaveLength(8);
  });

  it('does not aggregate a tagging result for the same channel', async () => {
    const bed = await startStorm();
    await bed.until(() => lastShown(bed)?.total === 42);
    const { target } = bed;
    bed.target = () => target(SERVER);
    const content = taggingContent('session');
    await bed.acceptContent('result', content);
    await bed.until(() => bed.posted().includes('session'));
    expect(lastShown(bed)?.total).toBe(42);
  });

  it('does not aggregate an alert that may have been posted already', async () => {
    const bed = await startStorm();
    await bed.until(() => lastShown(bed)?.total === 42);
    // Its place is free for one post, of which a killed process got no answer.
    bed.clock.advance(60_000);
    bed.messenger.losesNextAnswer = true;
    await bed.accept('attempted');
    await bed.until(() => bed.posted().includes('attempted'));
    for (let count = 1; count <= 20; count += 1) await bed.accept(`later ${count}`);
    await bed.restart();
    await bed.until(bed.isEmpty);
    expect(bed.posted().filter((word) => word === 'attempted')).toHaveLength(1);
    expect(bed.posted().length + ((await bed.digestStore.get(SERVER))?.total ?? 0)).toBe(71);
  });

  it.each([
    ['keeps its message for ten minutes', 9 * 60_000, 72],
    ['continues in a new message after ten minutes', 10 * 60_000 + 1, 42],
  ])('%s', async (_what, ageMs, total) => {
    const bed = await createTestBed();
    const openedAt = bed.clock.now() - ageMs;
    await store(bed, { ...emptyDigest, openedAt, total: 30, shown: 30 });
    for (let count = 1; count <= 50; count += 1) await bed.accept(`word ${count}`);
    await bed.until(bed.isEmpty);
    expect(await bed.digestStore.get(SERVER)).toMatchObject({ total });
  });
});

describe('a digest', () => {
  const digest: Digest = { ...emptyDigest, total: 3 };

  it('of a killed process is shown by the next one, and ends after ten minutes', async () => {
    const bed = await createTestBed();
    await store(bed, { ...digest, openedAt: bed.clock.now() });
    await bed.restart();
    await bed.until(() => lastShown(bed)?.total === 3);
    await vi.waitFor(async () =>
      expect(await bed.digestStore.get(SERVER)).toMatchObject({ shown: 3, message: {} }),
    );
    bed.clock.advance(9 * 60_000);
    expect(await bed.digestStore.get(SERVER)).not.toBeNull();
    bed.clock.advance(60_000);
    await bed.until(async () => (await bed.digestStore.get(SERVER)) === null);
  });

  it('has its message edited at most every five seconds', async () => {
    const bed = await createTestBed();
    const { clock, database, digestStore, messenger } = bed;
    const posts = createPostStore(database, clock);
    const openedAt = clock.now();
    await store(bed, { ...digest, openedAt });
    await bed.restart();
    // The clock moves only here, however slow the database is.
    for (const total of [3, 4, 5]) {
      await vi.waitFor(
        async () => expect(await digestStore.get(SERVER)).toMatchObject({ shown: total }),
        5000,
      );
      expect(messenger.edits).toHaveLength(total - 3);
      await store(bed, { ...digest, openedAt, total: total + 1 });
      const post = await posts.get({ guildId: SERVER, kind: 'digest', subject: SERVER });
      expect(post?.dueAt).toBe(clock.now() + 5000);
      bed.outbox().look(SERVER);
      clock.advance(5000);
    }
    expect(messenger.messages).toHaveLength(1);
  });

  it('is posted anew when somebody has deleted its message, and where its channel is now', async () => {
    const bed = await createTestBed();
    const openedAt = bed.clock.now();
    await store(bed, { ...digest, openedAt });
    await bed.restart();
    await bed.until(() => lastShown(bed)?.total === 3);
    bed.messenger.delete(bed.messenger.messages[0]?.id ?? '');
    await store(bed, { ...digest, openedAt, total: 4 });
    bed.outbox().look(SERVER);
    await bed.until(() => lastShown(bed)?.total === 4);
    const { target } = bed;
    bed.target = (key) => ({ ...target(key), channelId: 'another' });
    await store(bed, { ...digest, openedAt, total: 5 });
    bed.outbox().look(SERVER);
    await bed.until(() => lastShown(bed)?.total === 5);
    const channels = bed.messenger.messages.map(({ channelId }) => channelId);
    expect(channels).toEqual([`channel of ${SERVER}`, 'another']);
  });

  it('counts a case with what was done, and stores the case in the same write', async () => {
    const bed = await createTestBed();
    const draft = caseDraft({ guildId: SERVER, openedAt: bed.clock.now(), keywords: ['word'] });
    const [step] = draft.steps;
    if (step === undefined) throw new Error('no step');
    const done = { ...step, outcome: { status: 'done', at: 1 } as const };
    const record = await bed.cases.open(
      { ...draft, steps: [done, ...draft.steps.slice(1)] },
      '',
      1,
    );
    const detail = { key: 'effects:deferred.counted' };
    const outcome = { status: 'deferred', at: 2, detail } as const;
    const count = () =>
      bed.database.transaction().execute(async (transaction) => {
        await bed.digests.countCase(transaction, record);
        await bed.cases.updateIn(transaction, record, (latest) =>
          withOutcome(latest, { index: 1, outcome, alert: null, at: 2 }),
        );
      });
    await count();
    bed.outbox().look(SERVER);
    await bed.until(() => lastShown(bed)?.total === 1);
    expect(lastShown(bed)).toMatchObject({
      cases: 1,
      byResult: { deleted: 1 },
      byKeyword: { word: 1 },
      byChannel: { [record.channelId]: 1 },
      byAuthor: { [record.author.id]: 1 },
    });
  });
});
