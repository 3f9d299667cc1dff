import { expect, it } from 'vitest';
import { manualReply } from '../../../../commands/punish/reply.ts';
import type { Case } from '../../../../src/bot/domain/case.ts';
import { manualDraft, type ManualOrder } from '../../../../src/bot/domain/manual/manual-case.ts';
import { memberAuthor } from '../../../helpers/cases.ts';
import { createMemoryStores } from '../../../helpers/fakes/memory-stores.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { english } from '../../../helpers/renderer.ts';

const common = {
  guildId: '1',
  interactionId: '2',
  by: { id: '3', name: 'mod' },
  reason: null,
  member: memberAuthor('4'),
};

async function replyTo(order: ManualOrder): Promise<string | undefined> {
  const record: Case = { ...manualDraft(order, { isNoticeEnabled: true, now: 1 }), number: 7 };
  const deps = { ...createMemoryStores(), clock: createFakeClock() };
  return (await manualReply(english, { kind: 'in progress', record }, deps)).content;
}

it('a ban that takes long continues in the background', async () => {
  expect(await replyTo({ ...common, kind: 'ban', deleteMessageSeconds: 0 })).toBe(
    'The action is saved as case #7 and continues in the background; /case show shows the result.',
  );
});

it('a purge that takes long deletes old messages', async () => {
  const order = { ...common, kind: 'purge', channelId: '5', messageIds: ['6'] } as const;
  expect(await replyTo(order)).toBe(
    'Deleting takes a while. It is saved as case #7 and goes on by itself; /case show shows what ' +
      'came of it.',
  );
});
