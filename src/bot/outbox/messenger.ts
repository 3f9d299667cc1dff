import { RESTJSONErrorCodes, type APIMessage, type Client } from 'discord.js';
import type { MessageRef } from '../domain/case.ts';
import { classifyError, type Failure } from '../rest/classify-error.ts';
import { findPost } from '../rest/find-post.ts';
import { editMessage, postMessage } from '../rest/rest.ts';
import type { PostBody } from './post-kind.ts';

/** Posts and edits messages on Discord. It throws only because of bugs. */
export interface Messenger {
  /** Repeating a nonce within minutes returns the first message. */
  post(channelId: string, body: PostBody, nonce: string): Promise<MessageRef | Failure>;
  /** `gone`: the message or its channel was deleted. */
  edit(place: MessageRef, body: PostBody): Promise<'edited' | 'gone' | Failure>;
  /** The bot's message since a time that this is true for; null: none. */
  find(
    channelId: string,
    wanted: { readonly isWanted: (message: APIMessage) => boolean; readonly sinceMs: number },
  ): Promise<MessageRef | Extract<Failure, { kind: 'unavailable' }> | null>;
}

const GONE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownChannel,
]);

export function createMessenger(client: Client): Messenger {
  return {
    async post(channelId, body, nonce) {
      try {
        const { id } = await postMessage(client.rest, channelId, {
          ...body,
          nonce,
          enforce_nonce: true,
        });
        return { channelId, messageId: id };
      } catch (error) {
        return classifyError(error);
      }
    },
    async edit(place, { embeds, components }) {
      try {
        await editMessage(client.rest, place, {
          ...(embeds === undefined ? {} : { embeds }),
          ...(components === undefined ? {} : { components }),
        });
        return 'edited';
      } catch (error) {
        const failure = classifyError(error);
        return failure.kind === 'refused' && GONE.has(failure.code) ? 'gone' : failure;
      }
    },
    async find(channelId, wanted) {
      try {
        const message = await findPost(client, channelId, wanted);
        return message === null ? null : { channelId, messageId: message.id };
      } catch (error) {
        const failure = classifyError(error);
        // Without the channel, there is no post.
        return failure.kind === 'refused' ? null : failure;
      }
    },
  };
}
