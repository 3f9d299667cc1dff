import {
  ApplicationCommandOptionType as OptionType,
  RESTJSONErrorCodes,
  type APIApplicationCommand,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type ChannelType,
} from 'discord-api-types/v10';

import { invalidField, refusal } from '../errors.ts';
import type { DraftFile } from './draft.ts';
import type { Resolver } from './resolved.ts';
import type { WorldState } from './state.ts';

export type OptionValue = string | number | boolean;

/** What a person filled in, by the options' names. */
export interface FilledOptions {
  readonly values: Readonly<Record<string, OptionValue>>;
  /** Of options that take a file. */
  readonly files: ReadonlyMap<string, DraftFile>;
  /** The option being typed, when suggestions are asked for: then nothing has to be complete. */
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

/** The subcommand a path such as `['roles', 'add']` leads to, and the options it takes. */
export interface Leaf {
  /** The groups and subcommands passed through, outermost first. */
  readonly chain: readonly { readonly name: string; readonly type: OptionType }[];
  readonly options: readonly APIApplicationCommandBasicOption[];
}

/** Refuses paths that are no command or stop short of one. */
export function leafOf(command: APIApplicationCommand, path: readonly string[]): Leaf {
  let options: readonly APIApplicationCommandOption[] = command.options ?? [];
  const chain: { name: string; type: OptionType }[] = [];
  for (const word of path) {
    const next = options.find(({ name }) => name === word);
    if (next?.type !== OptionType.Subcommand && next?.type !== OptionType.SubcommandGroup) {
      throw refusal(RESTJSONErrorCodes.UnknownApplicationCommand);
    }
    chain.push({ name: next.name, type: next.type });
    options = next.options ?? [];
  }
  const basic = options.flatMap((option) => (isBasic(option) ? [option] : []));
  if (basic.length < options.length) throw refusal(RESTJSONErrorCodes.UnknownApplicationCommand);
  return { chain, options: basic };
}

/** The options as they are sent, or a refusal of what a Discord client would not let one send. */
export function fillOptions(
  { chain, options }: Leaf,
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
    const complaint = complaintAbout(option, value, { resolver, state });
    if (complaint !== null) throw badOption(name, 'BASE_TYPE_INVALID', complaint);
    return [{ name, type, value }];
  });
  return chain.reduceRight<SentOption[]>((inner, one) => [{ ...one, options: inner }], filled);
}

function complaintAbout(
  option: APIApplicationCommandBasicOption,
  value: OptionValue,
  { resolver, state }: { resolver: Resolver; state: WorldState },
): string | null {
  const named = typeof value === 'string';
  switch (option.type) {
    case OptionType.String:
      if (!named) return 'Not a text.';
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
      return named && resolver.user(value) ? null : 'No such user.';
    case OptionType.Role:
      return named && resolver.role(value) ? null : 'No such role.';
    case OptionType.Mentionable:
      return named && (resolver.role(value) || resolver.user(value)) ? null : 'Nobody like that.';
    case OptionType.Channel: {
      if (!named || !resolver.channel(value)) return 'No such channel.';
      const { channel_types: types = [] } = option;
      const allowed: readonly (ChannelType | undefined)[] = types;
      const fits = allowed.length === 0 || allowed.includes(state.channels.get(value)?.type);
      return fits ? null : 'Not such a channel.';
    }
    case OptionType.Attachment:
      return 'Takes a file.';
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
