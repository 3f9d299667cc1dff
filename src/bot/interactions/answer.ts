import {
  DiscordAPIError,
  MessageFlags,
  RESTJSONErrorCodes,
  type InteractionEditReplyOptions,
  type MessageCreateOptions,
} from 'discord.js';
import type { Translate } from '../locales/translate.ts';
import type { ReplyableInteraction, ReplyMode } from './replyable.ts';
import { cancelRow } from './cancel.ts';
import type { Reply } from './command.ts';
import { fitReply } from './fit-reply.ts';

/** Discord accepts answers to an interaction for 15 minutes. */
const EXPIRED: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.InvalidWebhookToken,
  RESTJSONErrorCodes.UnknownWebhook,
]);
/** The answer or the clicked message was deleted. */
const GONE: number = RESTJSONErrorCodes.UnknownMessage;

/** `shown`: as the answer; `posted`: in the channel, too late for an answer; `gone`: neither is possible any more. */
export type Shown = 'shown' | 'posted' | 'gone';

/** Shows the answer to an acknowledged interaction. Rejects with Discord's or the network's error. */
export interface Answer {
  show(reply: Reply): Promise<Shown>;
  /** Shows a sentence without replacing the clicked message. */
  tell(sentence: string): Promise<Shown>;
  /** Shows progress with a cancel button; does nothing if the answer replaces a message that others see. */
  progress(text: string): Promise<void>;
}

export interface AnswerOptions {
  readonly interaction: ReplyableInteraction;
  readonly mode: ReplyMode;
  readonly t: Translate;
  /** For people, such as `/case show`. */
  readonly name: string;
}

export function createAnswer({ interaction, mode, name, t }: AnswerOptions): Answer {
  const user = `<@${interaction.user.id}>`;

  /** Whether only that person sees the answer. */
  function isPrivate(): boolean {
    if (mode !== 'update') return mode !== 'public';
    const clicked = 'message' in interaction ? interaction.message : null;
    return clicked?.flags.has(MessageFlags.Ephemeral) ?? true;
  }

  /** Posts a normal message. A private answer stays private: then the post only says that the command finished. */
  async function post(reply: Reply): Promise<Shown> {
    const { channel } = interaction;
    if (channel === null || !channel.isSendable()) return 'gone';
    if (isPrivate()) {
      await channel.send(messageOf({ content: t('interactions:latePrivate', { user, name }) }, t));
    } else if (mode === 'update' && 'message' in interaction && interaction.message !== null) {
      await interaction.message.edit({ ...messageOf(reply, t), attachments: [] });
    } else {
      const head = t('interactions:latePublic', { user, name });
      const { content = '' } = reply;
      await channel.send(messageOf({ ...reply, content: `${head}\n${content}`.trim() }, t));
    }
    return 'posted';
  }

  /** Answers through the interaction while Discord accepts that, otherwise in the channel. */
  async function answer(inTime: () => Promise<unknown>, reply: Reply): Promise<Shown> {
    try {
      await inTime();
      return 'shown';
    } catch (error) {
      const code = error instanceof DiscordAPIError ? Number(error.code) : 0;
      if (code === GONE) return 'gone';
      if (!EXPIRED.has(code)) throw error;
      return post(reply);
    }
  }

  async function show(reply: Reply): Promise<Shown> {
    if (mode === 'post') return reply.isOnPost === true ? 'shown' : followUp(reply);
    return answer(() => interaction.editReply(editOf(reply, t)), reply);
  }

  /** Leaves the clicked message as it is. */
  function followUp(reply: Reply): Promise<Shown> {
    return answer(
      () => interaction.followUp({ ...messageOf(reply, t), flags: MessageFlags.Ephemeral }),
      reply,
    );
  }

  return {
    show,
    tell(sentence) {
      const reply = { content: sentence };
      return mode === 'update' ? followUp(reply) : show(reply);
    },
    async progress(text) {
      if (mode === 'post' || (mode === 'update' && !isPrivate())) return;
      const components = [cancelRow(interaction.id, t)];
      await interaction.editReply(editOf({ content: text, components }, t));
    },
  };
}

/** Replaces everything shown before. */
function editOf(reply: Reply, t: Translate): InteractionEditReplyOptions {
  return { ...messageOf(reply, t), attachments: [] };
}

function messageOf(
  reply: Reply,
  t: Translate,
): Pick<MessageCreateOptions, 'content' | 'embeds' | 'files' | 'components' | 'allowedMentions'> & {
  content: string;
} {
  const { content, embeds, files, components } = fitReply(reply, t);
  return {
    content,
    embeds,
    components,
    files: files.map(({ data, ...file }) => ({ attachment: data, ...file })),
    allowedMentions: { parse: [] },
  };
}
