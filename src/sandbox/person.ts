import {
  ChannelType,
  RESTJSONErrorCodes,
  type APIChannel,
  type APIMessage,
  type APIUser,
} from 'discord-api-types/v10';
import { createPersonClient, DiscordRefusal, formWith, type Upload } from './person-client.ts';
import { createPersonInteractions, type PersonInteractions } from './person-interactions.ts';

// Part of what a person does: what is thrown, and what is given.
export { DiscordRefusal, type Upload } from './person-client.ts';
export { InteractionFailedError, type Interaction } from './person-interactions.ts';

/** Somebody at a keyboard: does what people do, over HTTP, with a token of their own. Refusals are thrown. */
export interface Person extends PersonInteractions {
  readonly id: string;
  say(channelId: string, text: string): Promise<APIMessage>;
  /** A message with more than text, as the API takes it: a poll, a reply, a forward, a sticker. */
  send(channelId: string, message: object): Promise<APIMessage>;
  upload(channelId: string, text: string, files: readonly Upload[]): Promise<APIMessage>;
  edit(channelId: string, messageId: string, text: string): Promise<APIMessage>;
  delete(channelId: string, messageId: string): Promise<void>;
  /** A forum post, or a thread without a message where there is none. */
  openThread(channelId: string, title: string, text?: string): Promise<APIChannel>;
  /** The latest messages of a channel, the newest first. */
  read(channelId: string): Promise<APIMessage[]>;
  /** One message; null when it is gone. */
  find(channelId: string, messageId: string): Promise<APIMessage | null>;
  /** What the other one and this person wrote to each other, the newest first. */
  readDirect(otherId: string): Promise<APIMessage[]>;
}

const UNKNOWN_MESSAGE: number = RESTJSONErrorCodes.UnknownMessage;

export function createPerson(apiUrl: string, { id, token }: { id: string; token: string }): Person {
  const client = createPersonClient(apiUrl, token);
  const call = client.api;

  const send = (channelId: string, message: object): Promise<APIMessage> =>
    call({ method: 'POST', path: `/channels/${channelId}/messages`, body: message });
  const read = (channelId: string): Promise<APIMessage[]> =>
    call({ method: 'GET', path: `/channels/${channelId}/messages?limit=100` });

  return {
    id,
    ...createPersonInteractions(client),
    say: (channelId, text) => send(channelId, { content: text }),
    send,
    async upload(channelId, text, files) {
      const attachments = files.map(({ name, description }, index) => ({
        id: index,
        filename: name,
        description,
      }));
      const form = formWith({ content: text, attachments }, files);
      return call({ method: 'POST', path: `/channels/${channelId}/messages`, form });
    },
    edit: (channelId, messageId, text) =>
      call({
        method: 'PATCH',
        path: `/channels/${channelId}/messages/${messageId}`,
        body: { content: text },
      }),
    delete: (channelId, messageId) =>
      call({ method: 'DELETE', path: `/channels/${channelId}/messages/${messageId}` }),
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
        if (error instanceof DiscordRefusal && error.discordCode === UNKNOWN_MESSAGE) return null;
        throw error;
      }
    },
    async readDirect(otherId) {
      const channel = await call<{ id: string; recipients: APIUser[] }>({
        method: 'POST',
        path: '/users/@me/channels',
        body: { recipient_id: otherId },
      });
      return read(channel.id);
    },
  };
}
