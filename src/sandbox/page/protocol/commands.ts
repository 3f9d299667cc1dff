import type { ChannelView } from './guild.ts';

/** A command in the language of the person's client. */
export interface CommandView {
  readonly kind: 'slash' | 'user' | 'message';
  /** The command's path, e.g. `case show`, in English, as the bot gets it. */
  readonly path: string;
  /** The localized path. */
  readonly name: string;
  readonly description: string;
  readonly options: readonly CommandOptionView[];
}

export interface CommandOptionView {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly type:
    | 'text'
    | 'integer'
    | 'number'
    | 'boolean'
    | 'user'
    | 'channel'
    | 'role'
    | 'user or role'
    | 'file';
  readonly isRequired: boolean;
  readonly choices: readonly ChoiceView[];
  readonly hasAutocomplete: boolean;
  readonly channelKinds: readonly ChannelView['kind'][];
  readonly min: number | null;
  readonly max: number | null;
}

export interface ChoiceView {
  readonly label: string;
  readonly value: string | number;
}
