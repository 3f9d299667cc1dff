import {
  ChannelType,
  Locale,
  RESTJSONErrorCodes,
  type APIChannel,
  type APIMessage,
  type APIUser,
} from 'discord-api-types/v10';
import {
  createPersonClient,
  DiscordRequestError,
  multipartForm,
  type Upload,
} from './person-client.ts';
import { createPersonInteractions, type PersonInteractions } from './person-interactions.ts';

export { DiscordRequestError, type Upload } from './person-client.ts';
export { InteractionFailedError, type Interaction } from './person-interactions.ts';

/** A simulated member who uses Discord over HTTP with their own token. Rejected requests throw. */
export interface Person extends PersonInteractions {
  readonly id: string;
  /** The language of their client; interactions tell the bot. */
  readonly locale: Locale;
  say(channelId: string, text: string): Promise<APIMessage>;
  /** Sends any body of Create Message: a poll, a reply, a forward, a sticker. */
  send(channelId: string, message: object, files?: readonly Upload[]): Promise<APIMessage>;
  upload(channelId: string, text: string, files: readonly Upload[]): Promise<APIMessage>;
  edit(channelId: string, messageId: string, text: string): Promise<APIMessage>;
  delete(channelId: string, messageId: string): Promise<void>;
  /** Adds or removes their own reaction with a Unicode emoji. */
  react(message: MessageKey, emoji: string, isOn: boolean): Promise<void>;
  /** Replaces their votes in a poll. */
  vote(message: MessageKey, answerIds: readonly number[]): Promise<void>;
  /** Opens a post in a forum, or a public thread without a starter message elsewhere. */
  openThread(channelId: string, title: string, text?: string): Promise<APIChannel>;
  /** Joins a server with the code of an invite. */
  join(code: string): Promise<void>;
  /** The latest 100 messages of a channel, newest first. */
  read(channelId: string): Promise<APIMessage[]>;
  /** One message, or null when it doesn't exist. */
  find(channelId: string, messageId: string): Promise<APIMessage | null>;
  readDms(userId: string): Promise<APIMessage[]>;
}

type MessageKey = Pick<APIMessage, 'id' | 'channel_id'>;

const UNKNOWN_MESSAGE: number = RESTJSONErrorCodes.UnknownMessage;

export interface PersonOptions {
  readonly id: string;
  readonly token: string;
  /** The language of the person's client. Default: en-US. */
  readonly locale?: Locale;
}

export function createPerson(
  apiUrl: string,
  { id, token, locale = Locale.EnglishUS }: PersonOptions,
): Person {
  const client = createPersonClient(apiUrl, { token, locale });
  const call = client.api;

  async function send(
    channelId: string,
    message: object,
    files: readonly Upload[] = [],
  ): Promise<APIMessage> {
    const path = `/channels/${channelId}/messages`;
    if (files.length === 0) return call({ method: 'POST', path, body: message });
    const attachments = files.map(({ name, description }, index) => ({
      id: index,
      filename: name,
      description,
    }));
    return call({ method: 'POST', path, form: multipartForm({ ...message, attachments }, files) });
  }
  const read = (channelId: string): Promise<APIMessage[]> =>
    call({ method: 'GET', path: `/channels/${channelId}/messages?limit=100` });

  return {
    id,
    locale,
    ...createPersonInteractions(client),
    say: (channelId, text) => send(channelId, { content: text }),
    send,
    upload: (channelId, text, files) => send(channelId, { content: text }, files),
    edit: (channelId, messageId, text) =>
      call({
        method: 'PATCH',
        path: `/channels/${channelId}/messages/${messageId}`,
        body: { content: text },
      }),
    delete: (channelId, messageId) =>
      call({ method: 'DELETE', path: `/channels/${channelId}/messages/${messageId}` }),
    react: ({ id: messageId, channel_id: channelId }, emoji, isOn) =>
      call({
        method: isOn ? 'PUT' : 'DELETE',
        path: `/channels/${channelId}/messages/${messageId}/reactions/${encodeURIComponent(emoji)}/@me`,
      }),
    vote: ({ id: messageId, channel_id: channelId }, answerIds) =>
      call({
        method: 'PUT',
        path: `/channels/${channelId}/polls/${messageId}/answers/@me`,
        body: { answer_ids: answerIds },
      }),
    join: (code) => call({ method: 'POST', path: `/invites/${code}` }),
    async openThread(channelId, title, text) {
      const channel = await call<APIChannel>({ method: 'GET', path: `/channels/${channelId}` });
      const body =
        channel.type === ChannelType.GuildForum
          ? { name: title, message: { content: text ?? title } }
          : { name: title, type: ChannelType.PublicThread };
      return call({ method: 'POST', path: `/channels/${channelId}/threads`, body });
    },
    read,
    async find(channelId, messageId) {
      try {
        return await call<APIMessage>({
          method: 'GET',
          path: `/channels/${channelId}/messages/${messageId}`,
        });
      } catch (error) {
        if (error instanceof DiscordRequestError && error.discordCode === UNKNOWN_MESSAGE) {
          return null;
        }
        throw error;
      }
    },
    async readDms(userId) {
      const channel = await call<{ id: string; recipients: APIUser[] }>({
        method: 'POST',
        path: '/users/@me/channels',
        body: { recipient_id: userId },
      });
      return read(channel.id);
    },
  };
}
