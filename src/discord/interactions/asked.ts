import type {
  ChatInputCommandInteraction,
  MessageComponentInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  UserContextMenuCommandInteraction,
} from 'discord.js';

/** What is answered with a message. */
export type Asked =
  | ChatInputCommandInteraction<'cached'>
  | UserContextMenuCommandInteraction<'cached'>
  | MessageContextMenuCommandInteraction<'cached'>
  | MessageComponentInteraction<'cached'>
  | ModalSubmitInteraction<'cached'>;

/** How it is answered: to who asked alone, to all in the channel, or by changing the message that was clicked. */
export type Manner = 'private' | 'public' | 'update';
