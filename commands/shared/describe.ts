import {
  ApplicationIntegrationType,
  InteractionContextType,
  type APIApplicationCommandOptionChoice,
  type LocalizationMap,
} from 'discord.js';
import {
  isMessageKey,
  localizations,
  type MessageKey,
  translator,
} from '../../src/bot/command-kit.ts';

/** The part of a key before its last word, such as `case:options.user` of `case:options.user.name`. */
type KeyOf<Key, Word extends string> = Key extends `${infer Prefix}${':' | '.'}${Word}`
  ? Prefix
  : never;

/** A key of a context menu, with a `name` below it. */
export type NamedKey = KeyOf<MessageKey, 'name'>;

/** A key of a command, a group, a subcommand or an option, with a `name` and a `description` below it. */
export type DescribedKey = NamedKey & KeyOf<MessageKey, 'description'>;

interface NamedBuilder {
  setName(name: string): this;
  setNameLocalizations(names: LocalizationMap | null): this;
}

interface DescribedBuilder extends NamedBuilder {
  setDescription(description: string): this;
  setDescriptionLocalizations(descriptions: LocalizationMap | null): this;
}

interface ContextBuilder {
  setContexts(...contexts: InteractionContextType[]): this;
  setIntegrationTypes(...types: ApplicationIntegrationType[]): this;
}

const english = translator('en');

/** Names a context menu in every language. */
export function named<Builder extends NamedBuilder>(builder: Builder, key: NamedKey): Builder {
  const name = below(key, 'name');
  return builder.setName(english(name)).setNameLocalizations(localizations(name));
}

/** Names and describes a command, group, subcommand or option in every language. */
export function describe<Builder extends DescribedBuilder>(
  builder: Builder,
  key: DescribedKey,
): Builder {
  const description = below(key, 'description');
  return named(builder, key)
    .setDescription(english(description))
    .setDescriptionLocalizations(localizations(description));
}

/** A choice of an option, named in every language. */
export function choice<Value extends string>(
  value: Value,
  key: MessageKey,
): APIApplicationCommandOptionChoice<Value> {
  return { name: english(key), name_localizations: localizations(key), value };
}

/** The English name, by which Discord identifies it in interactions. */
export function nameOf(key: NamedKey): string {
  return english(below(key, 'name'));
}

/** Restricts a command to servers the bot is installed in. */
export function forGuilds<Builder extends ContextBuilder>(builder: Builder): Builder {
  return builder
    .setContexts(InteractionContextType.Guild)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall);
}

function below(key: string, word: 'name' | 'description'): MessageKey {
  const full = `${key}${key.includes(':') ? '.' : ':'}${word}`;
  if (!isMessageKey(full)) throw new Error(`The catalogues have no ${full}.`);
  return full;
}
