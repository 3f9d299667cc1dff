import {
  ApplicationCommandOptionType as Type,
  ApplicationCommandType,
  type APIApplicationCommand,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type Locale,
} from 'discord-api-types/v10';

import type { ChoiceView, CommandOptionView, CommandView } from '../../protocol/commands.ts';
import { channelKind } from './channel-view.ts';

/** Commands in the language of the person's client. Each subcommand is an entry of its own. */
export function commandViews(
  commands: readonly APIApplicationCommand[],
  locale: Locale,
): CommandView[] {
  return commands.flatMap((command): CommandView[] => {
    const name = localized(command, locale);
    switch (command.type) {
      case ApplicationCommandType.ChatInput:
        return leaves(command, { path: command.name, name }, locale);
      case ApplicationCommandType.User:
      case ApplicationCommandType.Message: {
        const kind = command.type === ApplicationCommandType.User ? 'user' : 'message';
        return [{ kind, path: command.name, name, description: '', options: [] }];
      }
      default:
        return [];
    }
  });
}

type Names = Readonly<Partial<Record<Locale, string | null>>> | null | undefined;

interface Localizable {
  readonly name: string;
  readonly name_localizations?: Names;
  readonly description?: string;
  readonly description_localizations?: Names;
}

function localized({ name, name_localizations: names }: Localizable, locale: Locale): string {
  return names?.[locale] ?? name;
}

function described(
  { description = '', description_localizations: descriptions }: Localizable,
  locale: Locale,
): string {
  return descriptions?.[locale] ?? description;
}

function leaves(
  command: Localizable & { readonly options?: readonly APIApplicationCommandOption[] },
  at: { readonly path: string; readonly name: string },
  locale: Locale,
): CommandView[] {
  const options = command.options ?? [];
  const subcommands = options.flatMap((option) =>
    option.type === Type.Subcommand || option.type === Type.SubcommandGroup
      ? leaves(
          option,
          { path: `${at.path} ${option.name}`, name: `${at.name} ${localized(option, locale)}` },
          locale,
        )
      : [],
  );
  if (subcommands.length > 0) return subcommands;
  return [
    {
      kind: 'slash',
      ...at,
      description: described(command, locale),
      options: options.flatMap((option) => optionView(option, locale) ?? []),
    },
  ];
}

const TYPES: Readonly<Record<APIApplicationCommandBasicOption['type'], CommandOptionView['type']>> =
  {
    [Type.String]: 'text',
    [Type.Integer]: 'integer',
    [Type.Number]: 'number',
    [Type.Boolean]: 'boolean',
    [Type.User]: 'user',
    [Type.Channel]: 'channel',
    [Type.Role]: 'role',
    [Type.Mentionable]: 'user or role',
    [Type.Attachment]: 'file',
  };

function optionView(option: APIApplicationCommandOption, locale: Locale): CommandOptionView | null {
  if (option.type === Type.Subcommand || option.type === Type.SubcommandGroup) return null;
  const channelTypes = 'channel_types' in option ? (option.channel_types ?? []) : [];
  return {
    name: option.name,
    label: localized(option, locale),
    description: described(option, locale),
    type: TYPES[option.type],
    isRequired: option.required === true,
    choices:
      'choices' in option ? (option.choices ?? []).map((one) => choiceView(one, locale)) : [],
    hasAutocomplete: 'autocomplete' in option && (option.autocomplete ?? false),
    channelKinds: channelTypes.flatMap((type) => channelKind(type) ?? []),
    min: lowerBound(option),
    max: upperBound(option),
  };
}

export function choiceView(
  choice: Localizable & { readonly value: string | number },
  locale: Locale,
): ChoiceView {
  return { label: localized(choice, locale), value: choice.value };
}

/** The lower bound of a number's value or of a text's length. */
function lowerBound(option: APIApplicationCommandBasicOption): number | null {
  if ('min_value' in option) return option.min_value ?? null;
  return 'min_length' in option ? (option.min_length ?? null) : null;
}

function upperBound(option: APIApplicationCommandBasicOption): number | null {
  if ('max_value' in option) return option.max_value ?? null;
  return 'max_length' in option ? (option.max_length ?? null) : null;
}
