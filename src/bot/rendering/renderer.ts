import type { Guild } from 'discord.js';
import { languageOf, type Language } from '../locales/languages.ts';
import { render, type Message, type MessageValue } from '../locales/message.ts';
import { translator, type Translate } from '../locales/translate.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { commandMentions, type CommandMention } from './command-mentions.ts';
import { defuse } from './sanitize.ts';

/** Puts texts into one language for one server. */
export interface Renderer {
  readonly t: Translate;
  readonly mention: CommandMention;
  /** A stored message as markdown: names in it are defused, and a value called `command` becomes a mention. */
  show(message: Message): string;
}

/** Longer than any name on Discord; the service's answers fit, too. */
const VALUE_LENGTH = 300;

export function createRenderer(t: Translate, mention: CommandMention): Renderer {
  function prepare(message: Message): Message {
    const { key, values } = message;
    if (values === undefined) return message;
    const prepared = Object.entries(values).map(([name, value]): [string, MessageValue] => {
      if (typeof value === 'number') return [name, value];
      if (typeof value === 'string') {
        return [name, name === 'command' ? mention(value) : defuse(value, VALUE_LENGTH)];
      }
      return [name, 'key' in value ? prepare(value) : value.map(prepare)];
    });
    return { key, values: Object.fromEntries(prepared) };
  }

  return { t, mention, show: (message) => render(t, prepare(message)) };
}

/** The language of alerts, notices and the audit log: the server's setting, or Discord's locale for it. */
export function serverLanguage(
  guild: Pick<Guild, 'preferredLocale'> | undefined,
  { language }: Pick<Policy, 'language'>,
): Language {
  return language ?? languageOf(guild?.preferredLocale);
}

export function serverRenderer(guild: Guild, policy: Pick<Policy, 'language'>): Renderer {
  const t = translator(serverLanguage(guild, policy));
  return createRenderer(t, commandMentions(guild.client, guild.id));
}
