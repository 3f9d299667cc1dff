import { expect, it } from 'vitest';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { startMemberErasures } from '../../../../src/bot/retention/member-erasures.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { createErasures } from '../../../../src/bot/storage/members/erasures.ts';
import { createPostStore } from '../../../../src/bot/storage/posts.ts';
import { caseDraft, memberAuthor } from '../../../helpers/cases.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const { guildId: GUILD } = caseDraft();
const MEMBER = '200000000000000001';
const OWNER = '200000000000000002';
const REQUEST = { guildId: GUILD, userId: MEMBER, byId: OWNER };
const POST = { guildId: GUILD, kind: 'erasure', subject: MEMBER } as const;

describeOnEveryDatabase((newDatabase) => {
  async function open({ cases: count }: { cases: number }) {
    const clock = createFakeClock();
    const { database } = await openTestState(await newDatabase());
    const cases = createCases(database, clock, silentLogger);
    for (let number = 0; number < count; number += 1) {
      await cases.open(caseDraft({ author: memberAuthor(MEMBER) }), 'their words', 30);
    }
    const stored = createErasures(database, clock, silentLogger);
    const erasedAtService: string[] = [];
    const start = () =>
      startMemberErasures({
        erasures: stored,
        eraseSamples: async () => {
          erasedAtService.push('samples');
        },
        embedded: {
          async erase(scope) {
            erasedAtService.push('userId' in scope ? scope.userId : 'something else');
          },
        },
        look: () => undefined,
        clock,
        logger: silentLogger,
      });
    const textsLeft = async (): Promise<number> =>
      (await database.selectFrom('case_texts').select('case_number').execute()).length;
    const posts = createPostStore(database, clock);
    return { stored, start, textsLeft, posts, erasedAtService };
  }

  it('counts what it erases, and asks for one post at the end', async () => {
    const { stored, start, textsLeft, posts, erasedAtService } = await open({ cases: 120 });
    const erasures = start();
    const progress: number[] = [];
    const erased = await erasures.erase(REQUEST, ({ cases }) => progress.push(cases));
    expect(erased).toEqual({ cases: 120, texts: 0, notes: 0, reviews: 0, mail: 0, messages: 0 });
    expect(progress).toEqual([50, 100, 120]);
    expect(await textsLeft()).toBe(0);
    expect(erasedAtService).toEqual(['samples', MEMBER]);
    expect(await posts.get(POST)).toMatchObject({ message: null });
    expect(await stored.get(REQUEST)).toMatchObject({ byId: OWNER, hasEnded: true, erased });
    await erasures.stop();
  });

  it('goes on after a stop in the middle, and counts on', async () => {
    const { stored, start, textsLeft, posts } = await open({ cases: 120 });
    const first = start();
    const stopped = { promise: Promise.resolve() };
    const interrupted = first.erase(REQUEST, () => {
      stopped.promise = first.stop();
    });
    await expect(interrupted).rejects.toThrow('the bot is stopping');
    await stopped.promise;
    expect(await textsLeft()).toBe(20);
    expect(await posts.get(POST)).toBeNull();

    const second = start();
    await expect.poll(textsLeft).toBe(0);
    await second.stop();
    expect(await stored.get(REQUEST)).toMatchObject({ hasEnded: true, erased: { cases: 120 } });
    expect(await posts.get(POST)).not.toBeNull();
  });

  it('tells how much was erased when it is cancelled, and erases the rest when asked again', async () => {
    const { start, textsLeft } = await open({ cases: 120 });
    const erasures = start();
    const cancelled = await erasures.erase(REQUEST, () => erasures.cancel(REQUEST));
    expect(cancelled.cases).toBe(100);
    expect(await textsLeft()).toBe(20);
    await erasures.erase(REQUEST, () => undefined);
    expect(await textsLeft()).toBe(0);
    await erasures.stop();
  });

  it('runs once when two ask for the same member', async () => {
    const { start, erasedAtService } = await open({ cases: 60 });
    const erasures = start();
    const both = [REQUEST, { ...REQUEST, byId: MEMBER }].map((request) =>
      erasures.erase(request, () => undefined),
    );
    expect((await Promise.all(both)).map(({ cases }) => cases)).toEqual([60, 60]);
    expect(erasedAtService).toEqual(['samples', MEMBER]);
    await erasures.stop();
  });

  it('posts nothing when there was nothing to erase', async () => {
    const { stored, start, posts } = await open({ cases: 0 });
    const erasures = start();
    expect(await erasures.erase(REQUEST, () => undefined)).toEqual({
      cases: 0,
      texts: 0,
      notes: 0,
      reviews: 0,
      mail: 0,
      messages: 0,
    });
    expect(await posts.get(POST)).toBeNull();
    expect(await stored.get(REQUEST)).toBeNull();
    await erasures.stop();
  });
});
