import { MessageType, type APIBaseMessage, type Guild } from 'discord.js';
import type { AuthorKind, Snapshot } from '../moderation/snapshot.ts';
import { partsOf } from './message-text.ts';
import { standingOf } from './permissions.ts';

/** What a guild knows of a message's author. */
export interface Membership {
  readonly roles: readonly string[];
  readonly nick?: string | null | undefined;
}

/** For someone who has left, and for webhooks, which never were members. */
export const NO_MEMBERSHIP: Membership = { roles: [] };

/**
 * A message as plain data. It is made from the payload, not from discord.js's structure of it: gateway and
 * history give the same payload, and nothing in it has been cached, merged or left out.
 */
export function snapshotOf(
  message: APIBaseMessage,
  membership: Membership,
  guild: Guild,
): Snapshot {
  const { id, channel_id: channelId, author } = message;
  const channels = guild.channels.cache;
  const channel = channels.get(channelId);
  const parentId = channel?.parentId ?? null;
  const grandparentId = parentId === null ? null : (channels.get(parentId)?.parentId ?? null);
  // A forum post's first message has the id of the post; whoever wrote it gave the post its title.
  const threadTitle = id === channelId ? (channel?.name ?? null) : null;
  return {
    messageId: id,
    guildId: guild.id,
    channelId,
    parentIds:
      parentId === null ? [] : grandparentId === null ? [parentId] : [parentId, grandparentId],
    author: {
      id: author.id,
      name: membership.nick ?? author.global_name ?? author.username,
      kind: authorKindOf(message, guild.client.user.id),
      standing: standingOf(guild, author.id, membership.roles),
      roleIds: membership.roles,
    },
    parts: partsOf(message, threadTitle),
    editedAt: message.edited_timestamp ? Date.parse(message.edited_timestamp) : null,
  };
}

/** Who wrote a message. What Discord itself posts, AutoMod's alerts among it, bears a person's name at times. */
export function authorKindOf(message: APIBaseMessage, selfId: string): AuthorKind {
  const { author } = message;
  if (author.id === selfId) return 'self';
  if (author.system === true || !isWritten(message.type)) return 'system';
  // An answer to a command bears its application's id as the webhook's; the author is the bot all the same.
  if (author.bot === true && message.application_id !== undefined) return 'bot';
  if (message.webhook_id !== undefined) return 'webhook';
  return author.bot === true ? 'bot' : 'person';
}

/** Whether messages of this type carry what somebody wrote. */
function isWritten(type: MessageType): boolean {
  return (
    type === MessageType.Default ||
    type === MessageType.Reply ||
    type === MessageType.ChatInputCommand ||
    type === MessageType.ContextMenuCommand ||
    type === MessageType.ThreadCreated
  );
}
