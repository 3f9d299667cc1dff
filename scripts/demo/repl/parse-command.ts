import {
  ApplicationCommandOptionType as Type,
  ApplicationCommandType,
  type APIApplicationCommand,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type APIApplicationCommandSubcommandGroupOption,
  type APIApplicationCommandSubcommandOption,
} from 'discord-api-types/v10';
import { AppError } from '../../../src/shared/errors.ts';
import type { OptionValues } from '../../../src/sandbox/person-interactions.ts';
import type { Names } from './names.ts';

/** A command is incomplete; the message names the missing part. */
export class CommandError extends AppError {
  readonly code = 'demo_command';
}

export interface ParsedCommand {
  /** The command with its subcommand, such as `case show`. */
  readonly path: string;
  readonly options: OptionValues;
}

/** Parses text such as `case show case:1` with the commands that the member sees. Throws a `CommandError`. */
export function parseCommand(
  text: string,
  commands: readonly APIApplicationCommand[],
  names: Names,
): ParsedCommand {
  const slashCommands = commands.filter(({ type }) => type === ApplicationCommandType.ChatInput);
  const [name = '', ...words] = text.trim().split(/\s+/);
  const command = slashCommands.find((candidate) => candidate.name === name.toLowerCase());
  if (command === undefined) throw unknown(name, slashCommands, '/');
  const path = [command.name];
  let options: readonly APIApplicationCommandOption[] = command.options ?? [];
  for (
    let nested = options.filter(isNested);
    nested.length > 0;
    nested = options.filter(isNested)
  ) {
    const word = words.shift() ?? '';
    const next = nested.find((candidate) => candidate.name === word.toLowerCase());
    if (next === undefined) throw unknown(word, nested, `/${path.join(' ')} `);
    path.push(next.name);
    options = next.options ?? [];
  }
  const basic = options.filter((option) => !isNested(option));
  return { path: path.join(' '), options: parseOptions(words.join(' '), basic, names) };
}

function parseOptions(
  text: string,
  options: readonly APIApplicationCommandBasicOption[],
  names: Names,
): OptionValues {
  const separator = new RegExp(`(?:^|\\s)(${options.map(({ name }) => name).join('|')}):`, 'i');
  const [before = '', ...pairs] = options.length === 0 ? [text] : text.split(separator);
  if (before.trim() !== '') {
    const usage = options.map(({ name }) => `${name}:…`).join(' ');
    const hint = usage === '' ? 'This command has no options.' : `Its options: ${usage}`;
    throw new CommandError(`“${before.trim()}” is not an option. ${hint}`);
  }
  const values: Record<string, string | number | boolean> = {};
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const option = options.find(({ name }) => name === pairs[index]?.toLowerCase());
    if (option !== undefined) {
      values[option.name] = parseValue(option, (pairs[index + 1] ?? '').trim(), names);
    }
  }
  const missing = options.filter(({ name, required }) => required === true && !(name in values));
  if (missing.length > 0) {
    throw new CommandError(`Missing: ${missing.map(({ name }) => `${name}:…`).join(' ')}`);
  }
  return values;
}

function parseValue(
  option: APIApplicationCommandBasicOption,
  text: string,
  names: Names,
): string | number | boolean {
  switch (option.type) {
    case Type.User:
      return idOf(names.userId(text), text, 'member');
    case Type.Role:
      return idOf(names.roleId(text), text, 'role');
    case Type.Mentionable:
      return idOf(names.userId(text) ?? names.roleId(text), text, 'member or role');
    case Type.Channel:
      return idOf(names.channelId(text), text, 'channel');
    case Type.Boolean:
      return /^(true|yes|on)$/i.test(text);
    case Type.Integer:
    case Type.Number:
      if (text === '' || Number.isNaN(Number(text))) {
        throw new CommandError(`${option.name} must be a number.`);
      }
      return Number(text);
    case Type.String: {
      const choices = option.choices ?? [];
      const choice = choices.find(({ name, value }) =>
        [name.toLowerCase(), value.toLowerCase()].includes(text.toLowerCase()),
      );
      return choice?.value ?? names.toMentions(text);
    }
    case Type.Attachment:
      throw new CommandError(`${option.name} takes a file, which this demo cannot send.`);
  }
}

function idOf(id: string | null, text: string, kind: string): string {
  if (id === null) throw new CommandError(`There is no ${kind} “${text}”.`);
  return id;
}

function unknown(
  word: string,
  candidates: readonly { readonly name: string }[],
  prefix: string,
): CommandError {
  const problem =
    word === '' ? `${prefix.trim()} needs a name after it.` : `There is no ${prefix}${word}.`;
  return new CommandError(
    `${problem} Choose from: ${candidates.map(({ name }) => name).join(', ')}`,
  );
}

type Nested = APIApplicationCommandSubcommandOption | APIApplicationCommandSubcommandGroupOption;

function isNested(option: APIApplicationCommandOption): option is Nested {
  return option.type === Type.Subcommand || option.type === Type.SubcommandGroup;
}
