import {
  ApplicationIntegrationType,
  InteractionContextType,
  type LocalizationMap,
} from 'discord.js';

/** A short text in the languages it is there in. Who has set Discord to another one reads English. */
export interface Localised {
  readonly en: string;
  readonly de?: string;
  readonly fr?: string;
  readonly 'es-ES'?: string;
  readonly ja?: string;
}

/**
 * What people read of a command, a group, a subcommand or an option. Names are lower case, without blanks, at most
 * 32 characters; descriptions have at most 100. `npm run deploy-commands` and a test check that.
 */
export interface Described {
  readonly name: Localised;
  readonly description: Localised;
}

/** The names in `commands/texts/…` of context menus, which may have blanks and capitals, and no description. */
export type Named = Pick<Described, 'name'>;

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

/** Names a context menu in every language. */
export function named<Builder extends NamedBuilder>(builder: Builder, { name }: Named): Builder {
  const { en, ...others } = name;
  return builder.setName(en).setNameLocalizations(others);
}

/** Names and describes a command, group, subcommand or option in every language. */
export function describe<Builder extends DescribedBuilder>(
  builder: Builder,
  texts: Described,
): Builder {
  const { en, ...others } = texts.description;
  return named(builder, texts).setDescription(en).setDescriptionLocalizations(others);
}

/** For commands that are used in servers the bot was added to, and nowhere else: all of them. */
export function forGuilds<Builder extends ContextBuilder>(builder: Builder): Builder {
  return builder
    .setContexts(InteractionContextType.Guild)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall);
}
