import { RESTJSONErrorCodes as Codes, Routes, type REST } from 'discord.js';
import { message, type Message } from '../../../locales/message.ts';
import { classifyError } from '../../../rest/classify-error.ts';
import { isTooOldForBulk, MAX_BULK } from './message-deletions.ts';

/** Errors about a single message. The others are still deleted. */
const SKIPPED: ReadonlySet<number> = new Set([
  Codes.UnknownMessage,
  Codes.CannotExecuteActionOnSystemMessage,
]);

/** Discord's answers about a single message in a bulk deletion, which then deletes none of them. */
const NOT_TOGETHER: ReadonlySet<number> = new Set([
  ...SKIPPED,
  Codes.OneOfTheMessagesProvidedWasTooOldForBulkDelete,
]);

/**
 * Deletes the messages that a moderator chose: up to 100 with one request, and those older than two weeks one by one. Safe
 * to repeat: Discord ignores messages that are gone. Resolves to how many were deleted.
 */
export async function purgeMessages(
  rest: Pick<REST, 'delete' | 'post'>,
  {
    channelId,
    messageIds,
    reason,
    now,
  }: {
    readonly channelId: string;
    readonly messageIds: readonly string[];
    readonly reason: string;
    readonly now: number;
  },
): Promise<Message> {
  const isOld = (id: string): boolean => isTooOldForBulk(id, now);

  /** Resolves to whether it was deleted. */
  async function deleteOne(id: string): Promise<boolean> {
    try {
      // The audit log has no entry for it, so a reason would be seen by nobody.
      await rest.delete(Routes.channelMessage(channelId, id));
      return true;
    } catch (error) {
      if (isAnswer(error, SKIPPED)) return false;
      throw error;
    }
  }

  /** One after the other, so that other deletions in the channel get their turn. */
  async function deleteOneByOne(ids: readonly string[]): Promise<number> {
    let deleted = 0;
    for (const id of ids) if (await deleteOne(id)) deleted += 1;
    return deleted;
  }

  async function deleteTogether(ids: readonly string[]): Promise<number> {
    // A bulk deletion needs at least two messages.
    if (ids.length < 2) return deleteOneByOne(ids);
    try {
      await rest.post(Routes.channelBulkDelete(channelId), { body: { messages: ids }, reason });
      return ids.length;
    } catch (error) {
      if (!isAnswer(error, NOT_TOGETHER)) throw error;
      return deleteOneByOne(ids);
    }
  }

  const young = messageIds.filter((id) => !isOld(id));
  let deleted = 0;
  for (let start = 0; start < young.length; start += MAX_BULK) {
    deleted += await deleteTogether(young.slice(start, start + MAX_BULK));
  }
  deleted += await deleteOneByOne(messageIds.filter(isOld));
  const left = messageIds.length - deleted;
  return left === 0
    ? message('effects:purged.all', { count: deleted })
    : message('effects:purged.some', { count: deleted, left });
}

function isAnswer(error: unknown, codes: ReadonlySet<number>): boolean {
  const failure = classifyError(error);
  return failure.kind === 'refused' && codes.has(failure.code);
}
