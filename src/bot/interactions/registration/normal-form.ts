import {
  ApplicationCommandType,
  type APIApplicationCommand,
  type APIApplicationCommandOption,
  type RESTPostAPIApplicationCommandsJSONBody,
} from 'discord.js';

/*
 * Discord returns commands in a different form than it receives them: with defaults filled in, and with null for absent
 * localizations. In normal form, equivalent commands are equal.
 */

export type CommandData = RESTPostAPIApplicationCommandsJSONBody;

/** The scope of a registration. Only global commands have contexts. */
export type Scope = 'global' | 'guild';

/** A text by locale, as Discord sends and receives it. */
export type Languages = Readonly<Record<string, string | null | undefined>> | null | undefined;

/** Keys have a fixed order, so equal values have equal JSON. */
export interface Normalised {
  readonly [key: string]: Normalised | readonly unknown[] | string | number | boolean | null;
}

export function normalised(command: CommandData | APIApplicationCommand, scope: Scope): Normalised {
  const { type = ApplicationCommandType.ChatInput } = command;
  const options = 'options' in command ? (command.options ?? []) : [];
  const permissions = command.default_member_permissions ?? null;
  return {
    name: command.name,
    name_localizations: languages(command.name_localizations),
    description: 'description' in command ? (command.description ?? '') : '',
    description_localizations: languages(
      'description_localizations' in command ? command.description_localizations : null,
    ),
    type,
    default_member_permissions: permissions === null ? null : BigInt(permissions).toString(),
    nsfw: command.nsfw ?? false,
    ...(scope === 'global'
      ? {
          contexts: sorted(command.contexts ?? [0, 1, 2]),
          integration_types: sorted(command.integration_types ?? [0]),
        }
      : {}),
    ...optionsOf(options),
  };
}

/** By name, so that differences can name the option; the order matters as well. */
function optionsOf(options: readonly APIApplicationCommandOption[]): Normalised {
  if (options.length === 0) return {};
  return {
    order: options.map(({ name }) => name),
    options: Object.fromEntries(options.map((option) => [option.name, optionOf(option)])),
  };
}

function optionOf(option: APIApplicationCommandOption): Normalised {
  const inner = 'options' in option ? (option.options ?? []) : [];
  return {
    type: option.type,
    name_localizations: languages(option.name_localizations),
    description: option.description,
    description_localizations: languages(option.description_localizations),
    required: option.required ?? false,
    autocomplete: 'autocomplete' in option && (option.autocomplete ?? false),
    choices:
      'choices' in option
        ? (option.choices ?? []).map(({ name, name_localizations: names, value }) => [
            name,
            languages(names),
            value,
          ])
        : [],
    channel_types: sorted('channel_types' in option ? (option.channel_types ?? []) : []),
    min_value: 'min_value' in option ? (option.min_value ?? null) : null,
    max_value: 'max_value' in option ? (option.max_value ?? null) : null,
    min_length: 'min_length' in option ? (option.min_length ?? null) : null,
    max_length: 'max_length' in option ? (option.max_length ?? null) : null,
    ...optionsOf(inner),
  };
}

function languages(map: Languages): Normalised {
  const entries = Object.entries(map ?? {}).flatMap(([locale, text]) =>
    typeof text === 'string' ? [[locale, text] as const] : [],
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sorted(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}
