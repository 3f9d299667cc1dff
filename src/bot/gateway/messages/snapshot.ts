import {
  Events,
  MessageType,
  type APIBaseMessage,
  type Guild,
  type GuildBasedChannel,
} from 'discord.js';
import { z } from 'zod';
import { errorMessage } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { compareSnowflakes, SNOWFLAKE_PATTERN } from '../../../shared/snowflake.ts';
import type { AuthorKind, Snapshot } from '../../domain/snapshot.ts';
import { isAgeRestricted, parentIdsOf } from '../../access/channels.ts';
import { filesOf } from './text-files.ts';
import { postingOf } from './posting.ts';
import { picturesOf } from './pictures.ts';
import { recordingsOf } from './recordings.ts';
import { partsOf } from './message-text.ts';
import { authorRankOf } from '../../access/permissions.ts';

/** A message of the gateway or of the REST API. Only the gateway names the server and the author's membership. */
export type IncomingMessage = APIBaseMessage & {
  readonly guild_id?: string | undefined;
  readonly member?:
    | {
        readonly roles: readonly string[];
        readonly nick?: string | null;
        readonly joined_at?: string | null;
      }
    | undefined;
};

const idSchema = z.string().regex(SNOWFLAKE_PATTERN);
const text = z.string().catch('');
const optionalText = z.string().nullable().catch(null);
const optionalId = idSchema.optional().catch(undefined);

/**
 * The minimum of a message that can be moderated. Names and the like may be malformed; the texts are read part by part
 * (message-text.ts), so that one malformed part costs no other.
 */
const messageSchema = z.looseObject({
  id: idSchema,
  channel_id: idSchema,
  guild_id: idSchema.optional(),
  author: z.looseObject({ id: idSchema, username: text, global_name: optionalText }),
  // If the membership is malformed, it is looked up, as if it were missing.
  member: z
    .looseObject({ roles: z.array(z.string()), nick: optionalText, joined_at: optionalText })
    .optional()
    .catch(undefined),
  type: z.int().catch(0),
  webhook_id: optionalId,
  application_id: optionalId,
});

const placeSchema = z.object({ id: idSchema, channel_id: idSchema, guild_id: idSchema });

/**
 * Whether the schema would return the payload unchanged. Nearly every payload passes, and the schema takes ten times as
 * long.
 */
function isWellFormed(payload: unknown): payload is IncomingMessage {
  if (!isRecord(payload)) return false;
  const { id, channel_id, guild_id, author, member, type, webhook_id, application_id } = payload;
  return (
    isId(id) &&
    isId(channel_id) &&
    (guild_id === undefined || isId(guild_id)) &&
    isRecord(author) &&
    isId(author['id']) &&
    typeof author['username'] === 'string' &&
    isTextOrNull(author['global_name']) &&
    (member === undefined ||
      (isRecord(member) &&
        isListOfTexts(member['roles']) &&
        isTextOrNull(member['nick']) &&
        isTextOrNull(member['joined_at']))) &&
    Number.isSafeInteger(type) &&
    (webhook_id === undefined || isId(webhook_id)) &&
    (application_id === undefined || isId(application_id))
  );
}

const isId = (value: unknown): boolean =>
  typeof value === 'string' && SNOWFLAKE_PATTERN.test(value);

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Throws if the payload is not a message; the error names the fields, never their content. */
export function readMessage(payload: unknown): IncomingMessage {
  if (isWellFormed(payload)) return payload;
  const parsed = messageSchema.safeParse(payload);
  // The schema covers what every reader relies on. Readers of the other fields tolerate deviations from Discord's documentation.
  if (parsed.success) return parsed.data as unknown as IncomingMessage;
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'payload');
  throw new TypeError(`Malformed message: ${fields.join(', ')}`);
}

/** The place of a message that cannot be read, so that it can be fetched; null if the payload has no place either. */
export function placeOf(
  payload: unknown,
): { guildId: string; channelId: string; messageId: string } | null {
  const { data } = placeSchema.safeParse(payload);
  return data === undefined
    ? null
    : { guildId: data.guild_id, channelId: data.channel_id, messageId: data.id };
}

/** The author's membership of the guild, as Discord sends it. */
export interface Membership {
  readonly roles: readonly string[];
  readonly nick?: string | null | undefined;
  readonly joined_at?: string | null | undefined;
}

/** For users who left, and for webhooks, which are never members. */
export const NO_MEMBERSHIP: Membership = { roles: [] };

/**
 * A message as plain data. Built from the payload, not from discord.js's structure: gateway and history send the same
 * payload, and nothing in it has been cached, merged or omitted.
 */
export function snapshotOf(
  message: APIBaseMessage,
  membership: Membership,
  guild: Guild,
): Snapshot {
  const { id, channel_id: channelId, author } = message;
  const channel = guild.channels.cache.get(channelId);
  const parentIds = parentIdsOf(guild, channelId);
  // A forum post's first message has the id of the post, and its author also wrote the title.
  const threadTitle = id === channelId ? (channel?.name ?? null) : null;
  const malformed: string[] = [];
  const parts = partsOf(message, threadTitle, (error) => malformed.push(errorMessage(error)));
  if (malformed.length > 0) {
    const problem = `message ${id} in channel ${channelId} has ${malformed.length} malformed parts`;
    guild.client.emit(Events.Warn, `${problem}; the first: ${malformed[0]}`);
  }
  return {
    subject: 'message',
    messageId: id,
    guildId: guild.id,
    channelId,
    parentIds,
    isAgeRestricted: isAgeRestricted(guild, [channelId, ...parentIds]),
    author: {
      id: author.id,
      name: membership.nick ?? author.global_name ?? author.username,
      kind: authorKindOf(message, guild.client.user.id),
      rank: authorRankOf(guild, author.id, membership.roles),
      roleIds: membership.roles,
      usedBy: userOf(message.interaction_metadata),
      joinedAt: timeOf(membership.joined_at),
    },
    parts,
    files: filesOf(message),
    recordings: recordingsOf(message),
    posting: postingOf(message, channel),
    pictures: picturesOf(message),
    previousMessageId: latestBefore(channel, id),
    announcedThreadId: announcedThreadOf(message),
    editedAt: timeOf(message.edited_timestamp),
  };
}

export function announcedThreadOf({
  type,
  message_reference: reference,
}: Pick<APIBaseMessage, 'type' | 'message_reference'>): string | null {
  return type === MessageType.ThreadCreated ? (reference?.channel_id ?? null) : null;
}

/** The channel's latest message so far. A message that is read later may be older. */
function latestBefore(channel: GuildBasedChannel | undefined, id: string): string | null {
  const latest = channel?.isTextBased() === true ? channel.lastMessageId : null;
  return latest !== null && compareSnowflakes(latest, id) < 0 ? latest : null;
}

/** The member who used the app. A malformed part of the payload names nobody. */
function userOf(metadata: unknown): string | null {
  if (metadata === undefined) return null;
  const { data } = metadataSchema.safeParse(metadata);
  return data?.user.id ?? null;
}

const metadataSchema = z.object({ user: z.object({ id: idSchema }) });

/** Parses one of Discord's times to milliseconds since the Unix epoch. Null: absent. */
export function timeOf(timestamp: string | null | undefined): number | null {
  const time = Date.parse(timestamp ?? '');
  return Number.isNaN(time) ? null : time;
}

/** The kind of author. Discord's own posts, such as AutoMod's alerts, sometimes name a person as the author. */
export function authorKindOf(message: APIBaseMessage, selfId: string): AuthorKind {
  const { author } = message;
  if (author.id === selfId) return 'self';
  if (author.system === true || !isWritten(message.type)) return 'system';
  // A reply to a command has its application's id as `webhook_id`, but its author is the bot.
  if (author.bot === true && message.application_id !== undefined) return 'bot';
  if (message.webhook_id !== undefined) return 'webhook';
  return author.bot === true ? 'bot' : 'person';
}

/** Whether messages of this type contain a person's text. */
function isWritten(type: MessageType): boolean {
  return (
    type === MessageType.Default ||
    type === MessageType.Reply ||
    type === MessageType.ChatInputCommand ||
    type === MessageType.ContextMenuCommand ||
    type === MessageType.ThreadCreated
  );
}
