import { Routes, type Client } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Conversation, NewMail, WriteResult, WrittenMessage } from '../domain/mail/mail.ts';
import type { Policies } from '../domain/ports.ts';
import { translator, type Translate } from '../locales/translate.ts';
import { serverOfButton } from '../posts/mail/mail-buttons.ts';
import { serverLanguage } from '../rendering/renderer.ts';
import { classifyError } from '../rest/classify-error.ts';
import { postMessage } from '../rest/rest.ts';
import type { StoredMail } from '../storage/mail/mail-store.ts';
import { createMailServers } from './mail-servers.ts';
import { questionBody } from './question-body.ts';

const STORED = '✅';
/** How often the bot asks or explains the same to one person. */
const ASK_AGAIN_MS = 60_000;
const REMEMBERED = 10_000;

type Reply = 'question' | Exclude<WriteResult, 'sent'>;

export interface DirectMessages {
  /** Passes a direct message on, or asks to which server it goes. */
  received(message: WrittenMessage): Promise<void>;
  /** Shows the member that their message is stored. */
  confirm(message: Pick<WrittenMessage, 'id' | 'channelId'>): Promise<void>;
  /** The member has answered the question, so the next one may come at once. */
  answered(memberId: string): void;
}

/** What members write to the bot. Each message goes to one server, and the bot never guesses which. */
export function createDirectMessages(deps: {
  readonly mail: StoredMail;
  readonly policies: Pick<Policies, 'get'>;
  readonly client: Client;
  readonly write: (written: NewMail) => Promise<WriteResult>;
}): DirectMessages {
  const { mail, policies, client, write } = deps;
  const servers = createMailServers({ mail, client });
  const told = new LRUCache<string, true>({ max: REMEMBERED, ttl: ASK_AGAIN_MS });

  async function textsOf(guildId: string): Promise<Translate> {
    const policy = await policies.get(guildId);
    return translator(serverLanguage(client.guilds.cache.get(guildId), policy));
  }

  /** Best effort, at most once a minute for each reason. */
  async function reply(
    { id, channelId, by }: WrittenMessage,
    reason: Reply,
    body: () => Promise<Parameters<typeof postMessage>[2]>,
  ): Promise<void> {
    const key = `${by.id} ${reason}`;
    if (told.has(key)) return;
    told.set(key, true);
    try {
      const nonce = `m${BigInt(id).toString(36)}`;
      await postMessage(client.rest, channelId, {
        ...(await body()),
        nonce,
        enforce_nonce: true,
      });
    } catch (error) {
      classifyError(error);
    }
  }

  async function confirm({ id, channelId }: Pick<WrittenMessage, 'id' | 'channelId'>) {
    try {
      const emoji = encodeURIComponent(STORED);
      await client.rest.put(Routes.channelMessageOwnReaction(channelId, id, emoji));
    } catch (error) {
      classifyError(error);
    }
  }

  async function ask(
    message: WrittenMessage,
    conversations: readonly Conversation[],
    candidates: readonly string[],
  ): Promise<void> {
    if (candidates.length > 0) {
      const choices = await servers.named(candidates);
      const [first] = choices;
      if (first !== undefined) {
        await reply(message, 'question', async () =>
          questionBody(await textsOf(first.guildId), message.id, choices),
        );
        return;
      }
    }
    const blocked = conversations.find(({ blockedById }) => blockedById !== null);
    const [any = null] = blocked === undefined ? await mail.servers(1) : [blocked.guildId];
    // Without a server that takes messages, the bot has nothing to say.
    if (any === null) return;
    await reply(message, blocked === undefined ? 'off' : 'blocked', async () => {
      const t = await textsOf(any);
      return {
        content: t(blocked === undefined ? 'modmail:direct.none' : 'modmail:write.blocked'),
      };
    });
  }

  return {
    confirm,
    answered: (memberId) => void told.delete(`${memberId} ${'question' satisfies Reply}`),
    async received(message) {
      const { id, by, text, files, channelId } = message;
      if (text === '' && files.length === 0) return;
      const conversations = await mail.ofMember(by.id);
      const open = await servers.open(conversations);
      const repliedTo = serverOfButton(message.repliesTo);
      const answered = open.find((guildId) => guildId === repliedTo) ?? null;
      const guildId =
        answered ?? (repliedTo === null && open.length === 1 ? open[0] : null) ?? null;
      if (guildId === null) {
        const candidates =
          repliedTo !== null
            ? [repliedTo]
            : open.length > 1
              ? open
              : await servers.of(by.id, conversations);
        await ask(message, conversations, candidates);
      } else {
        const result = await write({ guildId, id, by, text, files, channelId });
        if (result === 'sent') await confirm(message);
        else {
          await reply(message, result, async () => ({
            content: (await textsOf(guildId))(`modmail:write.${TEXTS[result]}`),
          }));
        }
      }
      await mail.seenDirect(by.id, id);
    },
  };
}

const TEXTS = { off: 'off', blocked: 'blocked', 'too many': 'tooMany', gone: 'gone' } as const;
