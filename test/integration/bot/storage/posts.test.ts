import { expect, it } from 'vitest';
import type { PostState } from '../../../../src/bot/domain/posts/post.ts';
import { createPostStore } from '../../../../src/bot/storage/posts.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const POST = { guildId: '300000000000000001', kind: 'digest', subject: 'a' } as const;

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const clock = createFakeClock();
    const { database } = await openTestState(await newDatabase());
    const store = createPostStore(database, clock);
    await store.want({ ...POST, urgency: 'summary' });
    const post = await store.next(POST.guildId, 'new');
    if (post === null) throw new Error('Nothing is wanted.');
    const state = (dueAt: number | null): PostState => ({
      dueAt,
      notBefore: 0,
      attempt: { channelId: '5', at: clock.now() },
      tries: 0,
      message: null,
    });
    return { clock, store, post, state };
  }

  it.each([null, 1_900_000_000_000])('stores what became of a post, due at %o', async (dueAt) => {
    const { store, post, state } = await open();
    await store.save(post, state(dueAt));
    expect(await store.get(POST)).toMatchObject({ dueAt, attempt: { channelId: '5' } });
  });

  it('makes a post due again that was wanted again while the bot was at it', async () => {
    const { clock, store, post, state } = await open();
    await store.want({ ...POST, urgency: 'summary' });
    await store.save(post, state(null));
    expect((await store.get(POST))?.dueAt).toBe(clock.now());
    expect(await store.next(POST.guildId, 'new')).not.toBeNull();
  });

  it('writes what belongs to a forgotten post before it locks the post, as everybody else does', async () => {
    const { store, post } = await open();
    let isThere = false;
    await store.forget(post, async (transaction) => {
      const rows = await transaction.selectFrom('posts').selectAll().execute();
      isThere = rows.length > 0;
    });
    expect(isThere).toBe(true);
    expect(await store.get(POST)).toBeNull();
  });

  it('keeps what is wanted since a post was read, and writes what belongs to the forgotten one', async () => {
    const { clock, store, post, state } = await open();
    await store.save(post, state(null));
    await store.want({ ...POST, urgency: 'summary' });
    let isWritten = false;
    await store.forget(post, async () => {
      isWritten = true;
    });
    expect(isWritten).toBe(true);
    expect(await store.get(POST)).toMatchObject({ dueAt: clock.now(), attempt: null });
  });

  it('is as urgent as the most urgent request', async () => {
    const { store } = await open();
    const urgent = { ...POST, kind: 'alert', subject: 'z' } as const;
    for (const urgency of ['ordinary', 'severest', 'deletion'] as const) {
      await store.want({ ...urgent, urgency });
    }
    await store.want({ ...urgent, subject: 'a', urgency: 'severe' });
    expect((await store.next(POST.guildId, 'new'))?.subject).toBe('z');
  });

  it('names the post that is due next while none is due, however urgent another is', async () => {
    const { clock, store, post, state } = await open();
    await store.save(post, state(null));
    const later = { ...POST, kind: 'alert', urgency: 'severest' } as const;
    await store.want({ ...later, subject: 'y', dueAt: clock.now() + 2_000 });
    await store.want({ ...POST, urgency: 'summary', subject: 'x', dueAt: clock.now() + 1_000 });
    const next = async () => (await store.next(POST.guildId, 'new'))?.subject;
    expect(await next()).toBe('x');
    clock.advance(2_000);
    expect(await next()).toBe('y');
  });

  it('makes a post due again that had no channel, whenever it would be looked at next', async () => {
    const { clock, store, post, state } = await open();
    await store.save(post, { ...state(null), tries: 1 });
    await store.retryNow(POST.guildId);
    expect((await store.get(POST))?.dueAt).toBe(clock.now());
  });
});
