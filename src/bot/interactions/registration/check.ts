import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  Locale,
  type APIApplicationCommandOption,
  type APIApplicationCommandOptionChoice,
} from 'discord.js';
import { shownName } from './difference.ts';
import type { CommandData, Languages } from './normal-form.ts';
import { sizeOf } from './size.ts';

/* Discord's rules for application commands (documentation: Application Commands), checked before the request. */

const NAME_LENGTH = 32;
const DESCRIPTION_LENGTH = 100;
const OPTIONS = 25;
const CHOICES = 25;
const CHOICE_LENGTH = 100;
const SIZE = 8000;
/** Limits per kind. */
const COMMANDS = [
  [ApplicationCommandType.ChatInput, 100],
  [ApplicationCommandType.User, 15],
  [ApplicationCommandType.Message, 15],
] as const;

/** Names of slash commands and options, which must also be lower case. */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const LOCALES: ReadonlySet<string> = new Set(Object.values(Locale));
const GROUP = ApplicationCommandOptionType.SubcommandGroup;
const SUBCOMMAND = ApplicationCommandOptionType.Subcommand;

/** Problems for which Discord would reject the commands: a sentence each, starting with the command. */
export function problemsOf(commands: readonly CommandData[]): string[] {
  const names = commands.map(shownName);
  const duplicates = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...duplicates.map((name) => `${name}: the name is used twice`),
    ...COMMANDS.flatMap(([kind, limit]) => {
      const { ChatInput } = ApplicationCommandType;
      const count = commands.filter(({ type = ChatInput }) => type === kind).length;
      return count > limit ? [`${count} commands of one kind: Discord allows ${limit}`] : [];
    }),
    ...commands.flatMap((command) =>
      problemsOfCommand(command).map((problem) => `${shownName(command)}: ${problem}`),
    ),
  ];
}

function problemsOfCommand(command: CommandData): string[] {
  const isSlash = (command.type ?? 1) === ApplicationCommandType.ChatInput;
  const size = sizeOf(command);
  const tooLarge =
    size > SIZE ? [`its texts have ${size} characters in total, Discord allows ${SIZE}`] : [];
  const names = problemsOfTexts('name', command.name, command.name_localizations, (text) =>
    isSlash ? isName(text) : text.length >= 1 && text.length <= NAME_LENGTH,
  );
  if (!isSlash || !('description' in command)) return [...names, ...tooLarge];
  const options = 'options' in command ? (command.options ?? []) : [];
  return [...names, ...problemsOfDescription(command), ...problemsOfOptions(options), ...tooLarge];
}

interface Described {
  description?: string | undefined;
  description_localizations?: Languages;
}

function problemsOfDescription(of: Described): string[] {
  return problemsOfTexts(
    'description',
    of.description ?? '',
    of.description_localizations,
    (text) => text.length >= 1 && text.length <= DESCRIPTION_LENGTH,
  );
}

function isName(text: string): boolean {
  return NAME.test(text) && text === text.toLowerCase();
}

function problemsOfTexts(
  field: string,
  text: string,
  localised: Languages,
  fits: (text: string) => boolean,
): string[] {
  const all: [string, string | null | undefined][] = [
    ['default', text],
    ...Object.entries(localised ?? {}),
  ];
  return all.flatMap(([locale, value]) => {
    if (locale !== 'default' && !LOCALES.has(locale)) {
      return [`${field}: Discord has no locale “${locale}”`];
    }
    return typeof value !== 'string' || fits(value)
      ? []
      : [`${field} (${locale}) “${value}” is not allowed`];
  });
}

function problemsOfOptions(options: readonly APIApplicationCommandOption[]): string[] {
  const problems: string[] = [];
  const count = options.length;
  if (count > OPTIONS) problems.push(`${count} options, Discord allows ${OPTIONS}`);
  const isNested = ({ type }: APIApplicationCommandOption): boolean =>
    type === GROUP || type === SUBCOMMAND;
  if (options.some(isNested) && !options.every(isNested)) {
    problems.push('subcommands and options exclude each other');
  }
  const firstOptional = options.findIndex(({ required }) => required !== true);
  const lastRequired = options.findLastIndex(({ required }) => required === true);
  if (firstOptional !== -1 && lastRequired > firstOptional) {
    problems.push(`the required option ${options[lastRequired]?.name} comes after optional ones`);
  }
  return [
    ...problems,
    ...duplicateNames(options),
    ...options.flatMap((option) =>
      problemsOfOption(option).map((problem) => `${option.name}: ${problem}`),
    ),
  ];
}

/** Sibling names must differ in every language. */
function duplicateNames(options: readonly APIApplicationCommandOption[]): string[] {
  const isLocalised = (locale: string): boolean =>
    options.some((option) => Object.keys(option.name_localizations ?? {}).includes(locale));
  return ['default', ...[...LOCALES].filter(isLocalised)].flatMap((locale) => {
    const names = options.map((option) => {
      const localised = Object.entries(option.name_localizations ?? {});
      return localised.find(([key]) => key === locale)?.[1] ?? option.name;
    });
    const duplicate = names.find((name, index) => names.indexOf(name) !== index);
    return duplicate === undefined ? [] : [`two options are named “${duplicate}” (${locale})`];
  });
}

function problemsOfOption(option: APIApplicationCommandOption): string[] {
  const inner = 'options' in option ? (option.options ?? []) : [];
  const choices: readonly APIApplicationCommandOptionChoice[] =
    'choices' in option ? (option.choices ?? []) : [];
  const problems = [
    ...problemsOfTexts('name', option.name, option.name_localizations, isName),
    ...problemsOfDescription(option),
    ...problemsOfOptions(inner),
    ...choices.flatMap(problemsOfChoice),
  ];
  const count = choices.length;
  if (count > CHOICES) problems.push(`${count} choices, Discord allows ${CHOICES}`);
  if (count > 0 && 'autocomplete' in option && (option.autocomplete ?? false)) {
    problems.push('choices and autocomplete exclude each other');
  }
  return problems;
}

function problemsOfChoice(choice: APIApplicationCommandOptionChoice): string[] {
  const fits = (text: string): boolean => text.length >= 1 && text.length <= CHOICE_LENGTH;
  const { name, name_localizations: names, value } = choice;
  const problems = problemsOfTexts('choice', name, names, fits);
  return typeof value === 'string' && !fits(value)
    ? [...problems, `the value of the choice “${name}” is not allowed`]
    : problems;
}
