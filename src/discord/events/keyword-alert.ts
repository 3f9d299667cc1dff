import {
  channelMention,
  messageLink,
  userMention,
  type APIEmbed,
  type APIEmbedField,
} from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import type { Digest } from '../../moderation/posts/digest.ts';
import { refOf, type EventContent } from '../../moderation/events.ts';
import { timestamp } from '../format.ts';
import { defuse, spoiler, truncate } from '../sanitize.ts';

const PURPLE = 0x9b59b6;
const FIELD_LENGTH = 1024;
const TEXT_LENGTH = 1800;
const KEYWORD_LENGTH = 200;
/** How many rows of a count are shown. */
const ROWS = 8;
/** The length of an event's short name in a footer. */
const REF_LENGTH = 12;

type KeywordContent = Extract<EventContent, { kind: 'keyword' }>;

/** Identifies the post about an event, so that it is found again. */
export function keywordFooter(t: Translate, eventId: string): string {
  return t('keyword-alerts:alert.footer', { ref: refOf(eventId).slice(0, REF_LENGTH) });
}

export function digestFooter(t: Translate, { ref }: Pick<Digest, 'ref'>): string {
  return t('keyword-alerts:digest.footer', { ref: ref.slice(0, REF_LENGTH) });
}

/** The post about one keyword hit. `isForeign`: the bot is not in the event's guild. */
export function keywordEmbed(
  t: Translate,
  { id, content, isForeign }: { id: string; content: KeywordContent; isForeign: boolean },
): APIEmbed {
  const { keyword, at, text } = content;
  const nothingVisible = t('keyword-alerts:alert.nothingVisible');
  const quote = text === null ? null : defuse(text, TEXT_LENGTH);
  return {
    color: PURPLE,
    title: t('keyword-alerts:alert.title'),
    description:
      quote === null
        ? t('keyword-alerts:alert.noText')
        : quote === ''
          ? nothingVisible
          : spoiler(quote),
    fields: [
      {
        name: t('keyword-alerts:alert.keyword'),
        value: defuse(keyword, KEYWORD_LENGTH) || nothingVisible,
      },
      {
        name: t('keyword-alerts:alert.where'),
        value: [placeOf(t, content), ...(isForeign ? [originOf(t, content)] : [])].join('\n'),
      },
    ],
    footer: { text: keywordFooter(t, id) },
    timestamp: new Date(at).toISOString(),
  };
}

function placeOf(t: Translate, { place }: KeywordContent): string {
  if (place === null) return t('keyword-alerts:alert.unknownPlace');
  return t('keyword-alerts:alert.place', {
    author: userMention(place.authorId),
    channel: channelMention(place.channelId),
    link: linkTo(place),
  });
}

function originOf(t: Translate, { guildId }: KeywordContent): string {
  return guildId === null
    ? t('keyword-alerts:alert.noServer')
    : t('keyword-alerts:alert.foreignServer', { id: guildId });
}

/** The single post that counts many keyword alerts. */
export function digestEmbed(t: Translate, digest: Digest): APIEmbed {
  const { total, openedAt, byKeyword, byChannel, byAuthor } = digest;
  const jump = t('keyword-alerts:digest.jump');
  const latest = digest.latest
    .toReversed()
    .map(
      (place) =>
        `${defuse(place.keyword, 50)} · ${userMention(place.authorId)} · [${jump}](${linkTo(place)})`,
    );
  const countField = (
    name: 'byKeyword' | 'byChannel' | 'byAuthor',
    value: string,
  ): APIEmbedField => ({ name: t(`keyword-alerts:digest.${name}`), value, inline: true });
  return {
    color: PURPLE,
    title: t('keyword-alerts:digest.title'),
    description: t('keyword-alerts:digest.total', {
      count: total,
      since: timestamp(openedAt, 'T'),
    }),
    fields: [
      countField(
        'byKeyword',
        countLines(t, { total, counts: byKeyword }, (name) => defuse(name, 80)),
      ),
      countField('byChannel', countLines(t, { total, counts: byChannel }, channelMention)),
      countField('byAuthor', countLines(t, { total, counts: byAuthor }, userMention)),
      ...(latest.length === 0
        ? []
        : [
            {
              name: t('keyword-alerts:digest.latest'),
              value: truncate(latest.join('\n'), FIELD_LENGTH),
            },
          ]),
    ],
    footer: { text: digestFooter(t, digest) },
  };
}

function countLines(
  t: Translate,
  { total, counts }: { total: number; counts: Readonly<Record<string, number>> },
  show: (name: string) => string,
): string {
  const most = Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, ROWS);
  const rest = total - most.reduce((sum, [, count]) => sum + count, 0);
  const rows = most.map(([name, count]) => `${show(name) || '?'}: ${count}`);
  const lines = rest > 0 ? [...rows, t('keyword-alerts:digest.more', { count: rest })] : rows;
  return truncate(lines.join('\n'), FIELD_LENGTH);
}

function linkTo(place: { guildId: string; channelId: string; messageId: string }): string {
  return messageLink(place.channelId, place.messageId, place.guildId);
}
