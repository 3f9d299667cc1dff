import {
  Routes,
  type APIDMChannel,
  type APIMessage,
  type REST,
  type RESTGetAPIChannelMessagesQuery,
  type RESTPatchAPIChannelMessageJSONBody,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord.js';

/*
 * The few routes whose answers we read. discord.js gives every answer as `unknown`; its shape is the documented
 * one, hence the assertions. Its own managers would build structures out of the answers and cache them.
 */

export async function getMessage(
  rest: REST,
  channelId: string,
  messageId: string,
): Promise<APIMessage> {
  return (await rest.get(Routes.channelMessage(channelId, messageId))) as APIMessage;
}

/** A page of at most 100 messages, newest first, as Discord gives it. */
export async function listMessages(
  rest: REST,
  channelId: string,
  { limit = 100, after }: RESTGetAPIChannelMessagesQuery = {},
): Promise<APIMessage[]> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (after !== undefined) query.set('after', after);
  return (await rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[];
}

/**
 * Posts a message that mentions nobody, save for the role that is named. A repeat of its nonce within minutes gives the
 * first one back.
 */
export async function postMessage(
  rest: REST,
  channelId: string,
  { roleId = null, ...body }: RESTPostAPIChannelMessageJSONBody & { roleId?: string | null },
): Promise<APIMessage> {
  const roles = roleId === null ? {} : { roles: [roleId] };
  return (await rest.post(Routes.channelMessages(channelId), {
    body: { ...body, allowed_mentions: { parse: [], ...roles } },
  })) as APIMessage;
}

/** Edits a message of the bot's own; it mentions nobody anew. */
export async function editMessage(
  rest: REST,
  message: { channelId: string; messageId: string },
  body: RESTPatchAPIChannelMessageJSONBody,
): Promise<APIMessage> {
  return (await rest.patch(Routes.channelMessage(message.channelId, message.messageId), {
    body: { ...body, allowed_mentions: { parse: [] } },
  })) as APIMessage;
}

export async function openDirectMessages(rest: REST, userId: string): Promise<string> {
  const channel = (await rest.post(Routes.userChannels(), {
    body: { recipient_id: userId },
  })) as APIDMChannel;
  return channel.id;
}
