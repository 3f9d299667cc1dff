import { Events, MessageType, RESTJSONErrorCodes, Routes, type Guild } from 'discord.js';
import { snowflakeTime } from '../lib/snowflake.ts';
import type { EffectContext } from '../moderation/ports.ts';
import { fetchMember, isStarter } from './facts.ts';
import { failureOf } from './failure.ts';
import { holds, permissionName } from './permissions.ts';
import { getMessage } from './rest.ts';
import { details } from './texts.ts';

/** Discord's longest name of a thread, in characters; one of them takes up to two UTF-16 units. */
const LONGEST_TITLE = 2 * 100;

/** No thread is archived sooner (auto_archive_duration): until then the bot has it in its cache. */
const SHORTEST_THREAD_MS = 60 * 60_000;

const UNKNOWN_CHANNEL: number = RESTJSONErrorCodes.UnknownChannel;
const UNKNOWN_MESSAGE: number = RESTJSONErrorCodes.UnknownMessage;

/**
 * Deletes a message, and the thread whose title is part of it: Discord would leave that standing. Resolves to what
 * became of the thread, if there is one.
 */
export async function removeMessage(
  guild: Guild,
  context: EffectContext,
  { reason, now }: { reason: string; now: number },
): Promise<string | undefined> {
  const { rest } = guild.client;
  const { channelId, messageId } = context.record;
  if (isStarter(context.record)) {
    await rest.delete(Routes.channel(channelId), { reason });
    return details.postDeleted;
  }
  // The thread goes first: without the announcement it would not be found again after a restart.
  const threadId = await announcedThread(guild, context, now);
  const detail =
    threadId === null ? undefined : await removeThread(guild, context, { threadId, reason });
  await rest.delete(Routes.channelMessage(channelId, messageId), { reason });
  return detail;
}

/** The thread that Discord announces by this message with its title; null for any other message. */
async function announcedThread(
  guild: Guild,
  context: EffectContext,
  now: number,
): Promise<string | null> {
  if (!mayAnnounce(guild, context, now)) return null;
  const { channelId, messageId } = context.record;
  try {
    const message = await getMessage(guild.client.rest, channelId, messageId);
    if (message.type !== MessageType.ThreadCreated) return null;
    return message.message_reference?.channel_id ?? null;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'unavailable') throw error;
    // Whoever may delete a message may not always read it; and it may be gone.
    if (failure.code !== UNKNOWN_MESSAGE) {
      guild.client.emit(Events.Warn, `message ${messageId} could not be read: ${failure.answer}`);
    }
    return null;
  }
}

/** Whether to look at a message before it is deleted, which for most would be a request for nothing. */
function mayAnnounce(guild: Guild, { record, text }: EffectContext, now: number): boolean {
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
): Promise<string> {
  if (!(await mayRemoveThreads(guild, context))) {
    return details.threadNotTheirs(permissionName('ManageThreads'));
  }
  try {
    await guild.client.rest.delete(Routes.channel(threadId), { reason });
    return details.threadDeleted;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'unavailable') throw error;
    if (failure.code === UNKNOWN_CHANNEL) return details.threadDeleted;
    return details.threadStands(permissionName('ManageThreads'));
  }
}

/** A thread holds what others wrote: a moderator deletes by hand no more than Discord would let them. */
async function mayRemoveThreads(guild: Guild, { record, ruling }: EffectContext): Promise<boolean> {
  if (ruling === undefined) return true;
  const channel = guild.channels.cache.get(record.channelId);
  const moderator = await fetchMember(guild, ruling.by.id);
  if (channel === undefined || moderator === null) return false;
  return holds(channel.permissionsFor(moderator).bitfield, 'ManageThreads');
}
