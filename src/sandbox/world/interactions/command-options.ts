import {
  ApplicationCommandOptionType as OptionType,
  RESTJSONErrorCodes,
  type APIApplicationCommand,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type ChannelType,
} from 'discord-api-types/v10';

import { invalidField, apiError } from '../../errors.ts';
import type { DraftFile } from '../messages/draft.ts';
import type { Resolver } from './resolved.ts';
import type { WorldState } from '../state.ts';

export type OptionValue = string | number | boolean;

/** The values a user entered, by option name. */
export interface FilledOptions {
  readonly values: Readonly<Record<string, OptionValue>>;
  /** For attachment options. */
  readonly files: ReadonlyMap<string, DraftFile>;
  /** The option being typed, in an autocomplete request; required options may be missing then. */
  readonly focused: string | null;
}

/** An option as the bot receives it. */
export interface SentOption {
  readonly name: string;
  readonly type: OptionType;
  readonly value?: OptionValue;
  readonly focused?: true;
  readonly options?: readonly SentOption[];
}

/** The subcommand at a path such as `['roles', 'add']`, with its options. */
export interface CommandLeaf {
  /** The subcommand group and subcommand, outermost first. */
  readonly chain: readonly { readonly name: string; readonly type: OptionType }[];
  readonly options: readonly APIApplicationCommandBasicOption[];
}

/** Throws for paths that don't lead to an executable command. */
export function resolveCommandPath(
  command: APIApplicationCommand,
  path: readonly string[],
): CommandLeaf {
  let options: readonly APIApplicationCommandOption[] = command.options ?? [];
  const chain: { name: string; type: OptionType }[] = [];
  for (const word of path) {
    const next = options.find(({ name }) => name === word);
    if (next?.type !== OptionType.Subcommand && next?.type !== OptionType.SubcommandGroup) {
      throw apiError(RESTJSONErrorCodes.UnknownApplicationCommand);
    }
    chain.push({ name: next.name, type: next.type });
    options = next.options ?? [];
  }
  const basic = options.flatMap((option) => (isBasic(option) ? [option] : []));
  if (basic.length < options.length) throw apiError(RESTJSONErrorCodes.UnknownApplicationCommand);
  return { chain, options: basic };
}

/** Builds the interaction's options. Throws for values that Discord's client would not send. */
export function fillOptions(
  { chain, options }: CommandLeaf,
  { values, files, focused }: FilledOptions,
  { resolver, state }: { resolver: Resolver; state: WorldState },
): SentOption[] {
  for (const name of [
    ...Object.keys(values),
    ...files.keys(),
    ...(focused === null ? [] : [focused]),
  ]) {
    if (!options.some((option) => option.name === name)) {
      throw badOption(name, 'UNKNOWN_OPTION', 'The command has no such option.');
    }
  }
  const filled = options.flatMap((option): SentOption[] => {
    const { name, type } = option;
    if (name === focused) return [{ name, type, value: String(values[name] ?? ''), focused: true }];
    const file = files.get(name);
    if (option.type === OptionType.Attachment && file !== undefined) {
      return [{ name, type, value: resolver.attachment(file) }];
    }
    const value = values[name];
    if (value === undefined) {
      if (option.required !== true || focused !== null) return [];
      throw badOption(name, 'BASE_TYPE_REQUIRED', 'This field is required');
    }
    const message = valueError(option, value, { resolver, state });
    if (message !== null) throw badOption(name, 'BASE_TYPE_INVALID', message);
    return [{ name, type, value }];
  });
  return chain.reduceRight<SentOption[]>((inner, outer) => [{ ...outer, options: inner }], filled);
}

function valueError(
  option: APIApplicationCommandBasicOption,
  value: OptionValue,
  { resolver, state }: { resolver: Resolver; state: WorldState },
): string | null {
  const isText = typeof value === 'string';
  switch (option.type) {
    case OptionType.String:
      if (!isText) return 'Not a string.';
      if (!isChoice(option, value)) return 'Not one of the choices.';
      return isWithin(value.length, option.min_length, option.max_length) ? null : 'Bad length.';
    case OptionType.Integer:
    case OptionType.Number:
      if (typeof value !== 'number') return 'Not a number.';
      if (option.type === OptionType.Integer && !Number.isSafeInteger(value)) {
        return 'Not an integer.';
      }
      if (!isChoice(option, value)) return 'Not one of the choices.';
      return isWithin(value, option.min_value, option.max_value) ? null : 'Out of range.';
    case OptionType.Boolean:
      return typeof value === 'boolean' ? null : 'Neither true nor false.';
    case OptionType.User:
      return isText && resolver.user(value) ? null : 'No such user.';
    case OptionType.Role:
      return isText && resolver.role(value) ? null : 'No such role.';
    case OptionType.Mentionable:
      return isText && (resolver.role(value) || resolver.user(value))
        ? null
        : 'No such user or role.';
    case OptionType.Channel: {
      if (!isText || !resolver.channel(value)) return 'No such channel.';
      const { channel_types: types = [] } = option;
      const allowed: readonly (ChannelType | undefined)[] = types;
      const fits = allowed.length === 0 || allowed.includes(state.channels.get(value)?.type);
      return fits ? null : 'Wrong channel type.';
    }
    case OptionType.Attachment:
      return 'Requires a file.';
  }
}

function isChoice(
  option: { readonly choices?: readonly { readonly value: OptionValue }[] },
  value: OptionValue,
): boolean {
  const { choices = [] } = option;
  return choices.length === 0 || choices.some((choice) => choice.value === value);
}

function isWithin(value: number, min = -Infinity, max = Infinity): boolean {
  return value >= min && value <= max;
}

function isBasic(option: APIApplicationCommandOption): option is APIApplicationCommandBasicOption {
  return option.type !== OptionType.Subcommand && option.type !== OptionType.SubcommandGroup;
}

function badOption(name: string, code: string, message: string): ReturnType<typeof invalidField> {
  return invalidField(['data', 'options', name], { code, message });
}
