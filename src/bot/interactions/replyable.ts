import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  Guild,
  MessageComponentInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  UserContextMenuCommandInteraction,
} from 'discord.js';
import { languageOf } from '../locales/languages.ts';
import { translator } from '../locales/translate.ts';
import type { ModeratorRef } from '../domain/moderator.ts';
import { commandMentions } from '../rendering/command-mentions.ts';
import { createRenderer, type Renderer } from '../rendering/renderer.ts';

/** An interaction in a server that gets a message as its answer. */
export type ServerInteraction =
  | ChatInputCommandInteraction<'cached'>
  | UserContextMenuCommandInteraction<'cached'>
  | MessageContextMenuCommandInteraction<'cached'>
  | MessageComponentInteraction<'cached'>
  | ModalSubmitInteraction<'cached'>;

/** A component or a form, used in a server or in a direct message. */
export type AnywhereInteraction = MessageComponentInteraction | ModalSubmitInteraction;

export type ReplyableInteraction = ServerInteraction | AnywhereInteraction;

/**
 * `private`: only that person sees the answer; `public`: the channel does; `update`: it replaces the clicked message; `post`: the
 * clicked message shows what was done, and only that person sees what it does not show.
 */
export type ReplyMode = 'private' | 'public' | 'update' | 'post';

/** The person who uses something, and their language. */
export interface Person extends Renderer {
  readonly by: ModeratorRef;
}

/** The member who uses something in a server. */
export interface Caller extends Person {
  readonly guild: Guild;
}

export function personOf({
  client,
  guildId,
  locale,
  user,
}: Pick<ReplyableInteraction, 'client' | 'guildId' | 'locale' | 'user'>): Person {
  const t = translator(languageOf(locale));
  return {
    ...createRenderer(t, commandMentions(client, guildId)),
    by: { id: user.id, name: user.username },
  };
}

export function callerOf(
  interaction: ServerInteraction | AutocompleteInteraction<'cached'>,
): Caller {
  const { client, guild, guildId, locale, user } = interaction;
  return { ...personOf({ client, guildId, locale, user }), guild };
}
