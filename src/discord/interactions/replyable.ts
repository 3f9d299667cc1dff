import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  Guild,
  MessageComponentInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  UserContextMenuCommandInteraction,
} from 'discord.js';
import { languageOf } from '../../locales/languages.ts';
import { translator } from '../../locales/translate.ts';
import type { ModeratorRef } from '../../moderation/moderator.ts';
import { commandMentions } from '../command-mentions.ts';
import { createRenderer, type Renderer } from '../renderer.ts';

/** An interaction that gets a message as its answer. */
export type ReplyableInteraction =
  | ChatInputCommandInteraction<'cached'>
  | UserContextMenuCommandInteraction<'cached'>
  | MessageContextMenuCommandInteraction<'cached'>
  | MessageComponentInteraction<'cached'>
  | ModalSubmitInteraction<'cached'>;

/** `private`: only that person sees the answer; `public`: the channel does; `update`: it replaces the clicked message. */
export type ReplyMode = 'private' | 'public' | 'update';

/** Who uses something, where, and how texts are put into their language. */
export interface Caller extends Renderer {
  readonly guild: Guild;
  readonly by: ModeratorRef;
}

export function callerOf(
  interaction: ReplyableInteraction | AutocompleteInteraction<'cached'>,
): Caller {
  const { client, guild, locale, user } = interaction;
  return {
    ...createRenderer(translator(languageOf(locale)), commandMentions(client, guild.id)),
    guild,
    by: { id: user.id, name: user.username },
  };
}
