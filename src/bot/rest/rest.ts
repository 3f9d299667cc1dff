import {
  Routes,
  type APIDMChannel,
  type APIMessage,
  type RawFile,
  type REST,
  type RESTGetAPIChannelMessagesQuery,
  type RESTPatchAPIChannelMessageJSONBody,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord.js';
import { z } from 'zod';
import { compareSnowflakes, SNOWFLAKE_PATTERN } from '../../shared/snowflake.ts';
import { DiscordUnavailableError } from './errors.ts';

/*
 * The routes whose responses we read. discord.js types every response as `unknown`; the assertions follow Discord's
 * documentation. Its managers would build structures from the responses and cache them. Ids go into the state, so they are
 * checked: an answer without one counts as no answer.
 */

const withIdSchema = z.looseObject({ id: z.string().regex(SNOWFLAKE_PATTERN) });

function checkId(answer: unknown, request: string): void {
  if (withIdSchema.safeParse(answer).success) return;
  throw new DiscordUnavailableError(`Discord answered ${request} without an id.`);
}

export async function getMessage(
  rest: REST,
  channelId: string,
  messageId: string,
): Promise<APIMessage> {
  return (await rest.get(Routes.channelMessage(channelId, messageId))) as APIMessage;
}

/** At most 100 messages of a channel, newest first. */
export interface MessagePage {
  readonly messages: readonly APIMessage[];
  /** There are no more messages in the direction of the query. */
  readonly isLast: boolean;
}

/**
 * Reads a page. Sorts it by id, because Discord does not document its order. Leaves out messages without an id, so a short
 * page is not always the last one.
 */
export async function listMessages(
  rest: REST,
  channelId: string,
  { limit = 100, after, before }: RESTGetAPIChannelMessagesQuery = {},
): Promise<MessagePage> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (after !== undefined) query.set('after', after);
  if (before !== undefined) query.set('before', before);
  const page = await rest.get(Routes.channelMessages(channelId), { query });
  if (!Array.isArray(page)) {
    throw new DiscordUnavailableError(`Discord sent no list of the messages in ${channelId}.`);
  }
  const messages = page.filter(hasId).toSorted((a, b) => compareSnowflakes(b.id, a.id));
  return { messages, isLast: page.length < limit };
}

function hasId(value: unknown): value is APIMessage {
  return withIdSchema.safeParse(value).success;
}

/**
 * Posts a message that can ping nobody but the roles `roleIds`. Repeating its nonce within minutes returns the first message.
 */
export async function postMessage(
  rest: REST,
  channelId: string,
  {
    roleIds = [],
    files = [],
    ...body
  }: RESTPostAPIChannelMessageJSONBody & {
    roleIds?: readonly string[];
    files?: readonly RawFile[];
  },
): Promise<APIMessage> {
  const roles = roleIds.length === 0 ? {} : { roles: [...roleIds] };
  const posted = await rest.post(Routes.channelMessages(channelId), {
    body: { ...body, allowed_mentions: { parse: [], ...roles } },
    files: [...files],
  });
  checkId(posted, `a post in ${channelId}`);
  return posted as APIMessage;
}

/** Edits a message of the bot, without new pings. */
export async function editMessage(
  rest: REST,
  message: { channelId: string; messageId: string },
  body: RESTPatchAPIChannelMessageJSONBody,
): Promise<APIMessage> {
  const edited = await rest.patch(Routes.channelMessage(message.channelId, message.messageId), {
    body: { ...body, allowed_mentions: { parse: [] } },
  });
  checkId(edited, `an edit in ${message.channelId}`);
  return edited as APIMessage;
}

export async function openDirectMessages(rest: REST, userId: string): Promise<string> {
  const channel = await rest.post(Routes.userChannels(), { body: { recipient_id: userId } });
  checkId(channel, `the direct messages of ${userId}`);
  return (channel as APIDMChannel).id;
}

/**
 * The nonce of a post about a case. Discord compares nonces across all guilds of an author for some minutes, so the nonce
 * includes the guild. Discord allows 25 characters, which fit a case number of ten digits.
 */
export function nonceOf(
  purpose: 'alert' | 'notice' | 'ban',
  { guildId, number }: { guildId: string; number: number },
): string {
  return `${purpose.slice(0, 1)}${BigInt(guildId).toString(36)}-${number}`;
}
