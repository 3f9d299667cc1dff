import type {
  APIActionRowComponent,
  APIComponentInMessageActionRow,
  APIEmbed,
  APIModalInteractionResponseCallbackData,
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  Guild,
  MessageComponentInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  RESTPostAPIApplicationCommandsJSONBody,
  UserContextMenuCommandInteraction,
} from 'discord.js';
import type { ModeratorRef } from '../../moderation/case.ts';

/*
 * What a command is. A handler takes what it was called with and what it depends on, and returns what is to be shown: when
 * an interaction is acknowledged, edited or answered elsewhere is the dispatch's business, as are errors.
 */

/** Discord attaches it to the answer. */
export interface ReplyFile {
  readonly name: string;
  readonly data: Buffer;
  /** The alt text. */
  readonly description?: string;
}

/** What is shown. The dispatch cuts it to Discord's limits and never pings anybody. */
export interface Reply {
  readonly content?: string;
  readonly embeds?: readonly APIEmbed[];
  readonly files?: readonly ReplyFile[];
  readonly components?: readonly APIActionRowComponent<APIComponentInMessageActionRow>[];
}

/** `private`: only who asked sees the answer. */
export type Visibility = 'private' | 'public';

/** One use of a command or a component, in a guild the bot is in. */
export interface Call<I> {
  readonly interaction: I;
  readonly guild: Guild;
  readonly by: ModeratorRef;
  /** Aborted when the person cancels, when the interaction's time is over, or when the bot stops. */
  readonly signal: AbortSignal;
  /**
   * Shows how far it is, with a button to cancel. Cheap: what comes too fast is skipped, the last one is shown. Not
   * shown where the answer replaces a message.
   */
  progress(text: string): void;
}

export type SlashCall = Call<ChatInputCommandInteraction<'cached'>>;
export type AutocompleteCall = Omit<Call<AutocompleteInteraction<'cached'>>, 'progress'>;

/** A suggestion for an option. The dispatch keeps the first 25 and cuts names. */
export interface Choice {
  readonly name: string;
  readonly value: string;
}

interface CommandBase {
  /** As it is registered. Says who may use it (`default_member_permissions`) and that it is for guilds. */
  readonly data: RESTPostAPIApplicationCommandsJSONBody;
}

export interface SlashCommand<Deps> extends CommandBase {
  readonly kind: 'slash';
  /** Private where the answer concerns a member. */
  visibility(interaction: ChatInputCommandInteraction<'cached'>): Visibility;
  run(call: SlashCall, deps: Deps): Promise<Reply>;
  autocomplete?(call: AutocompleteCall, deps: Deps): Promise<readonly Choice[]>;
}

/** Context menus answer privately. */
export interface UserMenu<Deps> extends CommandBase {
  readonly kind: 'user menu';
  run(call: Call<UserContextMenuCommandInteraction<'cached'>>, deps: Deps): Promise<Reply>;
}

export interface MessageMenu<Deps> extends CommandBase {
  readonly kind: 'message menu';
  run(call: Call<MessageContextMenuCommandInteraction<'cached'>>, deps: Deps): Promise<Reply>;
}

export type Command<Deps> = SlashCommand<Deps> | UserMenu<Deps> | MessageMenu<Deps>;

/**
 * What a button or a select does. Everything it needs stands in its custom id (`id:argument:argument`, at most 100
 * characters), so it works after a restart.
 */
export interface Component<Deps> {
  /** The first word of the custom ids it answers to. */
  readonly id: string;
  /**
   * `update` replaces the message the component is on; `private` answers privately, the message stays as it is; `modal`
   * asks for more first, and `run` gets what was submitted, answered as `submitted` says. Errors are always told privately.
   */
  readonly answer:
    | { readonly kind: 'update' | 'private' }
    | {
        readonly kind: 'modal';
        readonly submitted: 'update' | 'private';
        /** Its custom id is the component's id with the arguments for `run`. At once: a modal cannot wait. */
        modal(
          call: ComponentCall,
          args: readonly string[],
        ): APIModalInteractionResponseCallbackData;
      };
  run(call: ComponentCall, args: readonly string[], deps: Deps): Promise<Reply>;
}

/** A modal's submission comes with the arguments of its own custom id. */
export type ComponentCall = Call<
  MessageComponentInteraction<'cached'> | ModalSubmitInteraction<'cached'>
>;
