import type { APIMessage } from 'discord.js';
import type { MessageRef } from '../../../src/bot/domain/case.ts';
import type { Messenger } from '../../../src/bot/outbox/messenger.ts';
import type { PostBody } from '../../../src/bot/outbox/post-kind.ts';
import type { Failure } from '../../../src/bot/rest/classify-error.ts';
import { snowflakeAt } from '../../../src/shared/snowflake.ts';

export interface FakeMessage {
  readonly id: string;
  readonly channelId: string;
  readonly nonce: string;
  body: PostBody;
}

/** A messenger with channels in memory. */
export interface FakeMessenger extends Messenger {
  /** The posted messages, oldest first. */
  readonly messages: FakeMessage[];
  /** The bodies of all edits. */
  readonly edits: PostBody[];
  /** The channels that were searched. */
  readonly searched: string[];
  /** If set, the answer to posts and edits. */
  failure: Failure | null;
  /** If set, the answer to the next post is lost. */
  losesNextAnswer: boolean;
  /** If set, searches find nothing. */
  findsNothing: boolean;
  delete(id: string): void;
}

export const UNAVAILABLE: Failure = { kind: 'unavailable', reason: 'Discord answered 500.' };
export const FORBIDDEN: Failure = { kind: 'refused', code: 50013, answer: 'Missing Permissions' };

export function createFakeMessenger(clock: { now(): number }): FakeMessenger {
  let count = 0n;
  const fake: FakeMessenger = {
    messages: [],
    edits: [],
    searched: [],
    failure: null,
    losesNextAnswer: false,
    findsNothing: false,
    delete(id) {
      const index = fake.messages.findIndex((message) => message.id === id);
      if (index >= 0) fake.messages.splice(index, 1);
    },
    async post(channelId, body, nonce): Promise<MessageRef | Failure> {
      if (fake.failure !== null) return fake.failure;
      const same = fake.messages.find((message) => message.nonce === nonce);
      if (same !== undefined) return { channelId, messageId: same.id };
      count += 1n;
      const id = String(BigInt(snowflakeAt(clock.now())) + count);
      fake.messages.push({ id, channelId, nonce, body });
      if (fake.losesNextAnswer) {
        fake.losesNextAnswer = false;
        return new Promise(() => {});
      }
      return { channelId, messageId: id };
    },
    async edit({ messageId }, body) {
      if (fake.failure !== null) return fake.failure;
      const message = fake.messages.find(({ id }) => id === messageId);
      if (message === undefined) return 'gone';
      message.body = { ...message.body, ...body };
      fake.edits.push(body);
      return 'edited';
    },
    async find(channelId, { isWanted }) {
      fake.searched.push(channelId);
      if (fake.failure?.kind === 'unavailable') return fake.failure;
      const found = fake.messages.find(
        (message) =>
          !fake.findsNothing &&
          message.channelId === channelId &&
          isWanted({ ...message.body, id: message.id } as unknown as APIMessage),
      );
      return found === undefined ? null : { channelId, messageId: found.id };
    },
  };
  return fake;
}
