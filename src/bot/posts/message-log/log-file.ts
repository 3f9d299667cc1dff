import type { Guild, RawFile } from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import type { ShownEntry } from './entries.ts';
import { shownText } from './log-embed.ts';

/** All texts of a post in full. */
export function logFile(
  t: Translate,
  entries: readonly ShownEntry[],
  { guild, timeZone }: { readonly guild: Guild; readonly timeZone: string },
): RawFile {
  const time = new Intl.DateTimeFormat(t.language, {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  });
  const textOf = ({ channelId, kind, at, author, before, after }: ShownEntry): string => {
    const channel = `#${guild.channels.cache.get(channelId)?.name ?? channelId}`;
    const who = t('alerts:where', { author: `${author?.name} (${author?.id})`, channel });
    const text = (known: string | null): string => shownText(t, known, (all) => all);
    const head = `[${time.format(at)}] ${who}`;
    return kind === 'edited'
      ? [
          head,
          `${t('message-log:before')}: ${text(before)}`,
          `${t('message-log:after')}: ${text(after)}`,
        ].join('\n')
      : `${head}\n${text(before)}`;
  };
  const known = entries.filter(({ author, isOurs }) => author !== null && !isOurs);
  const data = Buffer.from(`${known.map(textOf).join('\n\n')}\n`);
  return { name: 'messages.txt', data, contentType: 'text/plain; charset=utf-8' };
}
