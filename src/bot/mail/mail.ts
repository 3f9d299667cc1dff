import { Routes, type Client } from 'discord.js';
import type { Clock } from '../../shared/clock.ts';
import type { Background } from '../../shared/tasks/background.ts';
import { createKeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import type { Retry } from '../../shared/tasks/retry.ts';
import type { Conversation, MailControl, WrittenMessage } from '../domain/mail/mail.ts';
import type { Policies } from '../domain/ports.ts';
import type { MailHandlers } from '../gateway/handlers.ts';
import { classifyError } from '../rest/classify-error.ts';
import type { StoredMail } from '../storage/mail/mail-store.ts';
import { createDirectMessages } from './direct-messages.ts';
import { createMailControl } from './mail-control.ts';
import { createMailHistory } from './missed-mail.ts';
import { createWriteMail } from './write-mail.ts';

/** Moderators' notes among themselves begin like this. */
const NOTE = '//';

export interface Mail {
  readonly control: MailControl;
  readonly handlers: MailHandlers;
  /** The thread of a conversation is there. */
  placed(threadId: string): void;
  /** Reads what was written while the bot was away. */
  catchUp(guildId: string): void;
}

export interface MailDeps {
  readonly mail: StoredMail;
  readonly policies: Pick<Policies, 'get'>;
  readonly client: Client;
  readonly tell: (guildId: string) => void;
  readonly background: Background;
  readonly retry: Retry;
  readonly clock: Clock;
}

/** Members' messages to the moderators, and the moderators' answers. */
export function createMail(deps: MailDeps): Mail {
  const { mail, client, tell, background, retry } = deps;
  const mutex = createKeyedMutex();
  const write = createWriteMail(deps);
  const direct = createDirectMessages({ ...deps, write });
  const history = createMailHistory(client);
  /** The threads of all conversations of this client's servers. */
  const threads = new Set<string>();

  async function inThread(guildId: string, message: WrittenMessage): Promise<void> {
    const { id, channelId, by, text, files } = message;
    if (text.startsWith(NOTE) || (text === '' && files.length === 0)) return;
    const conversation = await mail.ofThread(guildId, channelId);
    if (conversation === null) return;
    await mail.fromModerator({ guildId, id, by, text, files, channelId }, conversation.memberId);
    tell(guildId);
  }

  async function received(guildId: string | null, message: WrittenMessage): Promise<void> {
    if (guildId === null) await mutex(message.by.id, () => direct.received(message));
    else await mutex(message.channelId, () => inThread(guildId, message));
  }

  async function readMissed(conversation: Conversation): Promise<void> {
    const missed = await history.missed(conversation);
    for (const message of missed.inThread) await received(conversation.guildId, message);
    for (const message of missed.direct) await received(null, message);
  }

  /** What moderators write in the old thread would reach nobody, so it is locked. */
  async function postDeleted(guildId: string, threadId: string): Promise<void> {
    const conversation = await mail.ofThread(guildId, threadId);
    if (conversation === null) return;
    await mail.replacePost(conversation);
    threads.delete(threadId);
    tell(guildId);
    try {
      await client.rest.patch(Routes.channel(threadId), { body: { archived: true, locked: true } });
    } catch (error) {
      classifyError(error);
    }
  }

  /** Changes a message in each server that it was passed on to. */
  async function inServers(
    { guildId, messageId }: { readonly guildId: string | null; readonly messageId: string },
    change: (guildId: string) => Promise<void>,
  ): Promise<void> {
    for (const each of guildId === null ? await mail.serversOf(messageId) : [guildId]) {
      await change(each);
      tell(each);
    }
  }

  function work(operation: string, ids: Record<string, string>, run: () => Promise<void>): void {
    const errorContext = { operation, ids };
    background.run(errorContext, () => retry(errorContext, run));
  }

  return {
    control: createMailControl({ mail, direct, history, write, mutex, tell }),
    handlers: {
      isThread: (channelId) => threads.has(channelId),
      onWritten({ guildId, message, isNew }) {
        const { id: messageId } = message;
        work('passing on mail', { messageId }, () =>
          isNew
            ? received(guildId, message)
            : inServers({ guildId, messageId }, (each) => mail.change(each, messageId, message)),
        );
      },
      onDeleted(event) {
        const { guildId, messageId } = event;
        work('passing on mail', { messageId }, () =>
          guildId !== null && threads.has(messageId)
            ? postDeleted(guildId, messageId)
            : inServers(event, (each) => mail.markDeleted(each, messageId)),
        );
      },
    },
    placed: (threadId) => void threads.add(threadId),
    catchUp(guildId) {
      // One server after the other: all of them are available at once after a start.
      work('reading missed mail', { guildId }, () =>
        mutex('missed', async () => {
          const conversations = await mail.ofServer(guildId);
          // Messages that arrive from now on are received, so what was missed is read afterwards.
          for (const { post } of conversations) if (post !== null) threads.add(post.messageId);
          for (const conversation of conversations) await readMissed(conversation);
        }),
      );
    },
  };
}
