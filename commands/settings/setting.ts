import type { ChannelType, Guild, GuildMember, TextInputStyle } from 'discord.js';
import type {
  Call,
  CommandDeps,
  MessageKey,
  Policy,
  Renderer,
  Reply,
} from '../../src/bot/command-kit.ts';

/*
 * A setting of a server: how it reads, and how people change it. `/setup`, `/moderation status` and the subcommands of
 * `/moderation` all use the same one.
 */

/** What a setting is shown for. */
export interface SettingView extends Renderer {
  readonly guild: Guild;
  readonly policy: Policy;
  /** `MODERATOR_CHANNEL`. */
  readonly moderatorChannel: string;
  /** How many days cases are kept if the server did not choose. */
  readonly caseDays: number;
}

/** Somebody changes a setting, by a command, a component or a form. */
export type SettingCall = Pick<
  Call<{ readonly member: GuildMember }>,
  'guild' | 'by' | 'interaction' | 't' | 'show' | 'mention'
>;

export interface Setting {
  readonly name: MessageKey;
  /** What it is for, in a sentence or two. */
  readonly explanation: MessageKey;
  /** The present value, as markdown. */
  value(view: SettingView): string;
  /** At most four selects. */
  readonly controls: readonly Control[];
}

/** Throws a `UserError` if the person may not, or if the value does not work. */
type Change<Input> = (call: SettingCall, deps: CommandDeps, input: Input) => Promise<Reply>;

export type Control =
  | {
      readonly kind: 'choice';
      readonly name: MessageKey;
      choices(view: SettingView): readonly SettingChoice[];
      readonly change: Change<string>;
    }
  | {
      readonly kind: 'channels';
      readonly name: MessageKey;
      readonly types: readonly ChannelType[];
      readonly max: number;
      chosen(policy: Policy): readonly string[];
      /** The chosen ids; empty: none. */
      readonly change: Change<readonly string[]>;
    }
  | {
      readonly kind: 'roles';
      readonly name: MessageKey;
      readonly max: number;
      chosen(policy: Policy): readonly string[];
      readonly change: Change<readonly string[]>;
    }
  /** A button that opens a form. */
  | {
      readonly kind: 'form';
      readonly name: MessageKey;
      readonly inputs: readonly FormInput[];
      /** By the id of the input; empty where the person entered nothing. */
      readonly change: Change<Readonly<Record<string, string>>>;
    }
  /** A button. */
  | { readonly kind: 'button'; readonly name: MessageKey; readonly change: Change<null> };

export interface SettingChoice {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly isChosen: boolean;
}

export interface FormInput {
  readonly id: string;
  readonly label: MessageKey;
  readonly style: TextInputStyle;
  readonly maxLength: number;
  readonly isRequired: boolean;
}

/** The most that a select can hold. */
export const MAX_SELECTED = 25;

/** A select shows the first ids of a longer list; what is chosen there replaces these, and the others stay. */
export function withSelected(all: readonly string[], selected: readonly string[]): string[] {
  return [...new Set([...selected, ...all.slice(MAX_SELECTED)])];
}
