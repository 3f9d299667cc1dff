import type {
  APIActionRowComponent,
  APIComponentInMessageActionRow,
  APIEmbed,
  APIModalInteractionResponseCallbackData,
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  MessageComponentInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  RESTPostAPIApplicationCommandsJSONBody,
  UserContextMenuCommandInteraction,
} from 'discord.js';
import type { AnywhereInteraction, Caller, Person } from './replyable.ts';

/*
 * The contract of commands and components. A handler takes a call and its dependencies and returns a reply; the dispatch
 * acknowledges, edits, posts and reports errors.
 */

/** A file attached to the answer. */
export interface ReplyFile {
  readonly name: string;
  readonly data: Buffer;
  /** The alt text. */
  readonly description?: string;
}

/** An answer. The dispatch cuts it to Discord's limits and never pings anybody. */
export interface Reply {
  readonly content?: string;
  readonly embeds?: readonly APIEmbed[];
  readonly files?: readonly ReplyFile[];
  readonly components?: readonly APIActionRowComponent<APIComponentInMessageActionRow>[];
  /** The post whose button was pressed shows all of it. */
  readonly isOnPost?: boolean;
}

/** `private`: only that person sees the answer. */
export type Visibility = 'private' | 'public';

/** One use of a command or component. */
export interface Use<I> {
  readonly interaction: I;
  /** Aborted when the person cancels, when the time is up, or when the bot stops. */
  readonly signal: AbortSignal;
  /** Shows progress with a cancel button. Calls in quick succession are skipped, except for the last one. */
  progress(text: string): void;
}

/** One use of a command or component in a server the bot is in. */
export interface Call<I> extends Caller, Use<I> {}

/** One use of a component that also works in direct messages. */
export interface AnywhereCall extends Person, Use<AnywhereInteraction> {}

/** The subcommand, after its group if it has one: `show`, `exempt add`; empty where the command has none. */
interface WithSubcommand {
  readonly subcommand: string;
}

export type SlashCall = Call<ChatInputCommandInteraction<'cached'>> & WithSubcommand;
export type AutocompleteCall = Omit<Call<AutocompleteInteraction<'cached'>>, 'progress'> &
  WithSubcommand;

/** A suggestion for an option. The dispatch keeps the first 25 and cuts long names. */
export interface Choice {
  readonly name: string;
  readonly value: string;
}

interface CommandBase {
  /** The registration data, with `default_member_permissions` and the guild context. */
  readonly data: RESTPostAPIApplicationCommandsJSONBody;
}

export interface SlashCommand<Deps> extends CommandBase {
  readonly kind: 'slash';
  /** Private if the answer is about a member. */
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

/** A button or select. Its custom id (`id:argument:argument`, at most 100 characters) is all its state, so it survives restarts. */
export interface Component<Deps> {
  /** The first word of its custom ids. */
  readonly id: string;
  /**
   * `update` replaces the component's message; `private` answers privately and leaves the message; `post` answers privately
   * what the message will not show, because the bot edits it anyway; `modal` opens a form first, and `run` gets its submission, answered as `submitted` says. Errors are always shown privately.
   */
  readonly answer:
    | { readonly kind: 'update' | 'private' | 'post' }
    | {
        readonly kind: 'modal';
        readonly submitted: 'update' | 'private' | 'post';
        /** Its custom id is the component's id with the arguments for `run`. Synchronous: Discord expects a modal at once. */
        modal(
          call: ComponentCall,
          args: readonly string[],
        ): APIModalInteractionResponseCallbackData;
      };
  run(call: ComponentCall, args: readonly string[], deps: Deps): Promise<Reply>;
}

/** Opens a form, or replies. Discord waits three seconds for a form; a reply may take longer. */
export type FormOrReply =
  | { readonly kind: 'form'; readonly form: APIModalInteractionResponseCallbackData }
  | { readonly kind: 'reply'; readonly reply: () => Promise<Reply> };

/** A button or select that opens a form, in a server or in a direct message. Both are answered privately. */
export interface Form<Deps> {
  /** The first word of its custom ids, and of its form's. */
  readonly id: string;
  readonly answer: { readonly kind: 'form' };
  open(call: AnywhereCall, args: readonly string[], deps: Deps): Promise<FormOrReply>;
  /** Handles the submission. `args`: from the form's custom id. */
  run(call: AnywhereCall, args: readonly string[], deps: Deps): Promise<Reply>;
}

export type AnyComponent<Deps> = Component<Deps> | Form<Deps>;

/** A modal's submission carries the arguments of its own custom id. */
export type ComponentCall = Call<
  MessageComponentInteraction<'cached'> | ModalSubmitInteraction<'cached'>
>;
