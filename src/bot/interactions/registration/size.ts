import type { APIApplicationCommandOption, APIApplicationCommandOptionChoice } from 'discord.js';
import type { CommandData, Languages } from './normal-form.ts';

/** The characters Discord counts: names, descriptions and values, each in its longest language. */
export function sizeOf(command: CommandData): number {
  const options = 'options' in command ? (command.options ?? []) : [];
  const described =
    'description' in command
      ? longest(command.description ?? '', command.description_localizations)
      : 0;
  return longest(command.name, command.name_localizations) + described + sum(options, sizeOfOption);
}

function sizeOfOption(option: APIApplicationCommandOption): number {
  const inner = 'options' in option ? (option.options ?? []) : [];
  const choices: readonly APIApplicationCommandOptionChoice[] =
    'choices' in option ? (option.choices ?? []) : [];
  return (
    longest(option.name, option.name_localizations) +
    longest(option.description, option.description_localizations) +
    sum(inner, sizeOfOption) +
    sum(
      choices,
      ({ name, name_localizations: names, value }) =>
        longest(name, names) + (typeof value === 'string' ? value.length : 0),
    )
  );
}

function longest(text: string, localised: Languages): number {
  const others = Object.values(localised ?? {}).map((other) => other?.length ?? 0);
  return Math.max(text.length, ...others);
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}
