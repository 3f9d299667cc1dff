import { expect, it } from 'vitest';
import { silentLogger } from '../../../../src/shared/logger.ts';
import type { Case } from '../../../../src/bot/domain/case.ts';
import { alertOf, editOf } from '../../../../src/bot/domain/posts/alert-ref.ts';
import { createCases } from '../../../../src/bot/storage/cases.ts';
import { createPostStore } from '../../../../src/bot/storage/posts.ts';
import { caseDraft, memberAuthor } from '../../../helpers/cases.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';

const { guildId: GUILD } = caseDraft();
const ALERT = { channelId: '8', messageId: '9' };
const DONE = { status: 'done', at: 1 } as const;

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const clock = createFakeClock();
    const { database } = await openTestState(await newDatabase());
    return {
      database,
      cases: createCases(database, clock, silentLogger),
      posts: createPostStore(database, clock),
    };
  }

  it('asks for the edit of an alert with each change that it shows, and with no other', async () => {
    const { cases, posts } = await open();
    const record = await cases.open(caseDraft({ alert: ALERT }), 'text', 1);
    const edit = editOf(GUILD, ALERT);
    await cases.update(record, (latest) => ({ ...latest, closedAt: 5 }));
    expect(await posts.get(edit)).toBeNull();
    await cases.update(record, (latest) => ({ ...latest, keywords: ['word'] }));
    expect(await posts.get(edit)).toMatchObject({ message: ALERT, revision: 1 });
    expect((await posts.next(GUILD, 'posted'))?.subject).toBe(edit.subject);
    expect(await posts.next(GUILD, 'new')).toBeNull();
  });

  it('changes a case and asks for the edit, or neither', async () => {
    const { cases, database } = await open();
    const record = await cases.open(caseDraft({ alert: ALERT }), 'text', 1);
    await database.schema.dropTable('posts').execute();
    const change = cases.update(record, (latest) => ({ ...latest, keywords: ['word'] }));
    await expect(change).rejects.toBeInstanceOf(Error);
    expect((await cases.get(GUILD, record.number))?.keywords).toEqual([]);
  });

  it('finds the cases that wait for the same alert', async () => {
    const { cases } = await open();
    const author = memberAuthor('20', 'somebody');
    const alert: Case['steps'][number] = { effect: { kind: 'alert' }, outcome: null };
    const deletion: Case['steps'][number] = { effect: { kind: 'delete' }, outcome: null };
    const add = (changes: Partial<Case>) =>
      cases.open(caseDraft({ steps: [alert], author, ...changes }), '', 1);
    const first = await add({});
    await add({ steps: [deletion, alert] });
    await add({ steps: [{ ...alert, outcome: DONE }], closedAt: 1 });
    await add({ alert: ALERT });
    await add({ author: memberAuthor('21', 'somebody else') });
    const last = await add({});
    const numbers = async (limit: number): Promise<number[]> =>
      (await cases.waitingForAlert(alertOf(first), limit)).map(({ number }) => number);
    expect(await numbers(5)).toEqual([first.number, last.number]);
    expect(await numbers(1)).toEqual([first.number]);
  });
});
