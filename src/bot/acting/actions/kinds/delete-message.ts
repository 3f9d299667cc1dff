import { Events, RESTJSONErrorCodes, Routes, type Guild } from 'discord.js';
import { snowflakeTime } from '../../../../shared/snowflake.ts';
import type { Message } from '../../../locales/message.ts';
import type { EffectContext } from '../../../domain/ports.ts';
import { fetchMember } from '../../../access/action-context.ts';
import { isForumPostStarter } from '../../../domain/snapshot.ts';
import { announcedThreadOf } from '../../../gateway/messages/snapshot.ts';
import { classifyError } from '../../../rest/classify-error.ts';
import type { MessageDeletions } from './message-deletions.ts';
import { hasPermission, permissionName } from '../../../access/permissions.ts';
import { getMessage } from '../../../rest/rest.ts';
import { detail } from '../refusals.ts';

/** Thread names have at most 100 characters of up to two UTF-16 units. */
const LONGEST_TITLE = 2 * 100;

/** The shortest auto_archive_duration: until then, the thread is in the bot's cache. */
const SHORTEST_THREAD_MS = 60 * 60_000;

const UNKNOWN_CHANNEL: number = RESTJSONErrorCodes.UnknownChannel;
const UNKNOWN_MESSAGE: number = RESTJSONErrorCodes.UnknownMessage;

/**
 * Deletes a message and the thread that it announces, because the thread's title repeats the message. Resolves to a
 * detail about the thread, if there is one.
 */
export async function deleteMessage(
  guild: Guild,
  context: EffectContext,
  { deletions, reason, now }: { deletions: MessageDeletions; reason: string; now: number },
): Promise<Message | undefined> {
  const { rest } = guild.client;
  const { record } = context;
  const { guildId, channelId, earlierMessageIds, number: caseNumber } = record;
  const isOfIncident = record.incident !== null;
  if (isForumPostStarter(context.record)) {
    await rest.delete(Routes.channel(channelId), { reason });
    return detail('postDeleted');
  }
  // The thread goes first: after a restart, only the announcement leads to it.
  const threadId = await announcedThread(guild, context, now);
  const threadDetail =
    threadId === null ? undefined : await removeThread(guild, context, { threadId, reason });
  const remove = (messageId: string): Promise<void> =>
    deletions.delete({ guildId, channelId, messageId, caseNumber, isOfIncident });
  const earlier = earlierMessageIds.map((id) => ignoringGone(remove(id)));
  const results = await Promise.allSettled([...earlier, remove(record.messageId)]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return threadDetail;
}

/** For a message that may be gone already. */
async function ignoringGone(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    const failure = classifyError(error);
    if (failure.kind === 'unavailable' || failure.code !== UNKNOWN_MESSAGE) throw error;
  }
}

/** The id of the thread that this message announces; null for any other message. */
async function announcedThread(
  guild: Guild,
  context: EffectContext,
  now: number,
): Promise<string | null> {
  const { channelId, messageId, announcedThreadId } = context.record;
  if (announcedThreadId !== undefined) return announcedThreadId;
  if (!canBeAnnouncement(guild, context, now)) return null;
  try {
    return announcedThreadOf(await getMessage(guild.client.rest, channelId, messageId));
  } catch (error) {
    const failure = classifyError(error);
    if (failure.kind === 'unavailable') throw error;
    // Deleting does not require Read Message History.
    if (failure.code !== UNKNOWN_MESSAGE) {
      guild.client.emit(Events.Warn, `could not read message ${messageId}: ${failure.answer}`);
    }
    return null;
  }
}

/** Saves a request for most messages. */
function canBeAnnouncement(guild: Guild, { record, text }: EffectContext, now: number): boolean {
  if (text !== null && text.length > LONGEST_TITLE) return false;
  if (now - snowflakeTime(record.messageId) >= SHORTEST_THREAD_MS) return true;
  return guild.channels.cache.some(
    (channel) =>
      channel.isThread() &&
      channel.parentId === record.channelId &&
      channel.ownerId === record.author.id,
  );
}

async function removeThread(
  guild: Guild,
  context: EffectContext,
  { threadId, reason }: { threadId: string; reason: string },
): Promise<Message> {
  const permission = permissionName('ManageThreads');
  if (!(await canRemoveThreads(guild, context))) {
    return detail('threadNotAllowed', { permission });
  }
  try {
    await guild.client.rest.delete(Routes.channel(threadId), { reason });
    return detail('threadDeleted');
  } catch (error) {
    const failure = classifyError(error);
    if (failure.kind === 'unavailable') throw error;
    if (failure.code === UNKNOWN_CHANNEL) return detail('threadDeleted');
    return detail('threadRemains', { permission });
  }
}

/** A thread contains other members' messages, so a moderator needs the permission to delete it. */
async function canRemoveThreads(
  guild: Guild,
  { record, moderatorAction }: EffectContext,
): Promise<boolean> {
  if (moderatorAction === undefined) return true;
  const channel = guild.channels.cache.get(record.channelId);
  const moderator = await fetchMember(guild, moderatorAction.by.id);
  if (channel === undefined || moderator === null) return false;
  return hasPermission(channel.permissionsFor(moderator).bitfield, 'ManageThreads');
}
