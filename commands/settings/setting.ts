import { ChannelType, type Guild, type GuildMember, type TextInputStyle } from 'discord.js';
import type {
  Call,
  CommandDeps,
  MessageKey,
  Policy,
  Renderer,
  Reply,
} from '../../src/bot/command-kit.ts';

/*
 * A setting of a server: its text and controls. `/setup`, `/moderation status` and the subcommands of `/moderation`
 * all use the same one.
 */

/** The context a setting is shown in. */
export interface SettingView extends Renderer {
  readonly guild: Guild;
  readonly policy: Policy;
  /** The value of `MODERATOR_CHANNEL`. */
  readonly moderatorChannel: string;
  /** Default retention of cases, in days. */
  readonly caseDays: number;
}

/** A change by a command, a component or a form. */
export type SettingCall = Pick<
  Call<{ readonly member: GuildMember; readonly channelId: string | null }>,
  'guild' | 'by' | 'interaction' | 't' | 'show' | 'mention' | 'signal' | 'progress'
>;

export interface Setting {
  readonly name: MessageKey;
  /** Its purpose, in a sentence or two. */
  readonly explanation: MessageKey;
  /** The same in the 100 characters that a menu shows; absent where the explanation is as short. */
  readonly summary?: MessageKey;
  /** The current value, as markdown. */
  value(view: SettingView): string;
  /** At most four selects. */
  readonly controls: readonly Control[];
}

/** Throws a `UserError` if the person lacks permission or the value is invalid. */
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
      /** By input id; empty inputs are empty strings. */
      readonly change: Change<Readonly<Record<string, string>>>;
    }
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

/** Channels with messages, and categories of them. */
export const MESSAGE_CHANNELS = [
  ChannelType.GuildCategory,
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
] as const;

/** Discord's limit for selected values. */
export const MAX_SELECTED = 25;

/** A select shows the first ids of a longer list; the selection replaces these, and the others stay. */
export function withSelected(all: readonly string[], selected: readonly string[]): string[] {
  return [...new Set([...selected, ...all.slice(MAX_SELECTED)])];
}

export function summaryOf({ explanation, summary }: Setting): MessageKey {
  return summary ?? explanation;
}
