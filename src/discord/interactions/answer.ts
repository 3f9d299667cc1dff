import {
  DiscordAPIError,
  MessageFlags,
  RESTJSONErrorCodes,
  type InteractionEditReplyOptions,
  type MessageCreateOptions,
} from 'discord.js';
import type { Asked, Manner } from './asked.ts';
import { cancelRow } from './cancel.ts';
import type { Reply } from './command.ts';
import { fit } from './limits.ts';
import { dispatchTexts } from './texts.ts';

/** Discord takes answers to an interaction for 15 minutes. */
const EXPIRED: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.InvalidWebhookToken,
  RESTJSONErrorCodes.UnknownWebhook,
]);
/** Somebody has deleted the answer, or the message that was clicked. */
const GONE: number = RESTJSONErrorCodes.UnknownMessage;

/**
 * `shown` where it was asked for; `posted` in the channel, since it was too late for that; `gone`: there is nothing to
 * show it in any more.
 */
export type Shown = 'shown' | 'posted' | 'gone';

/** Where the answer to an acknowledged interaction is shown. Rejects with what Discord or the network says. */
export interface Answer {
  show(reply: Reply): Promise<Shown>;
  /** A sentence that must not replace the message that was clicked. */
  tell(sentence: string): Promise<Shown>;
  /** How far it is, with a button to cancel. Nothing where the answer replaces a message. */
  progress(text: string): Promise<void>;
}

export interface AnswerOptions {
  readonly interaction: Asked;
  readonly manner: Manner;
  /** As people know it. */
  readonly name: string;
}

export function createAnswer({ interaction, manner, name }: AnswerOptions): Answer {
  const user = `<@${interaction.user.id}>`;

  /** Only who asked sees what is shown. */
  function isPrivate(): boolean {
    if (manner !== 'update') return manner === 'private';
    const clicked = 'message' in interaction ? interaction.message : null;
    return clicked?.flags.has(MessageFlags.Ephemeral) ?? true;
  }

  /** A normal message. What was private stays private: then only that it is over. */
  async function post(reply: Reply): Promise<Shown> {
    const { channel } = interaction;
    if (channel === null) return 'gone';
    if (isPrivate()) {
      await channel.send(messageOf({ content: dispatchTexts.latePrivate(user, name) }));
    } else if (manner === 'update' && 'message' in interaction && interaction.message !== null) {
      await interaction.message.edit({ ...messageOf(reply), attachments: [] });
    } else {
      const head = dispatchTexts.latePublic(user, name);
      const { content = '' } = reply;
      await channel.send(messageOf({ ...reply, content: `${head}\n${content}`.trim() }));
    }
    return 'posted';
  }

  /** Answers through the interaction while it takes answers, else in the channel. */
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

  function show(reply: Reply): Promise<Shown> {
    return answer(() => interaction.editReply(editOf(reply)), reply);
  }

  return {
    show,
    tell(sentence) {
      const reply = { content: sentence };
      if (manner !== 'update') return show(reply);
      return answer(
        () => interaction.followUp({ ...messageOf(reply), flags: MessageFlags.Ephemeral }),
        reply,
      );
    },
    async progress(text) {
      if (manner === 'update') return;
      const components = [cancelRow(interaction.id)];
      await interaction.editReply(editOf({ content: text, components }));
    },
  };
}

/** Takes the place of all that was shown before. */
function editOf(reply: Reply): InteractionEditReplyOptions {
  return { ...messageOf(reply), attachments: [] };
}

function messageOf(reply: Reply): Pick<
  MessageCreateOptions,
  'content' | 'embeds' | 'files' | 'components' | 'allowedMentions'
> & {
  content: string;
} {
  const { content, embeds, files, components } = fit(reply);
  return {
    content,
    embeds,
    components,
    files: files.map(({ data, ...file }) => ({ attachment: data, ...file })),
    allowedMentions: { parse: [] },
  };
}
