import {
  ChannelType,
  RESTJSONErrorCodes,
  type APIChannel,
  type APIMessage,
  type APIUser,
} from 'discord-api-types/v10';
import { FormData, request, type Dispatcher } from 'undici';
import { AppError } from '../lib/errors.ts';

/** The sandbox refused something a person tried, as Discord would. */
export class DiscordRefusal extends AppError {
  readonly code = 'discord_refusal';
  readonly status: number;
  /** Discord's JSON error code. */
  readonly discordCode: number;

  constructor(what: string, status: number, discordCode: number) {
    super(`${what}: refused with status ${status}, code ${discordCode}`);
    this.status = status;
    this.discordCode = discordCode;
  }
}

/** A file to send. */
export interface Upload {
  readonly name: string;
  readonly content: string;
  /** The alt text. */
  readonly description?: string;
}

/** Somebody at a keyboard: does what people do, over HTTP, with a token of their own. Refusals are thrown. */
export interface Person {
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

interface Call {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly body?: object;
  readonly form?: FormData;
}

export function createPerson(apiUrl: string, { id, token }: { id: string; token: string }): Person {
  async function call<T>({ method, path, body, form }: Call): Promise<T> {
    const answer = await request(`${apiUrl}/v10${path}`, {
      method,
      headers: {
        authorization: token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
    });
    const text = await answer.body.text();
    if (answer.statusCode < 300) {
      // The sandbox is ours, and its tests hold it to these types.
      return (text === '' ? undefined : JSON.parse(text)) as T;
    }
    const refusal = JSON.parse(text) as { code?: number };
    throw new DiscordRefusal(`${method} ${path}`, answer.statusCode, refusal.code ?? 0);
  }

  const send = (channelId: string, message: object): Promise<APIMessage> =>
    call({ method: 'POST', path: `/channels/${channelId}/messages`, body: message });
  const read = (channelId: string): Promise<APIMessage[]> =>
    call({ method: 'GET', path: `/channels/${channelId}/messages?limit=100` });

  return {
    id,
    say: (channelId, text) => send(channelId, { content: text }),
    send,
    async upload(channelId, text, files) {
      const form = new FormData();
      const attachments = files.map(({ name, description }, index) => ({
        id: index,
        filename: name,
        description,
      }));
      form.set('payload_json', JSON.stringify({ content: text, attachments }));
      for (const [index, { name, content }] of files.entries()) {
        form.set(`files[${index}]`, new File([content], name));
      }
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
