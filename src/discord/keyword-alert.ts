import { messageLink, type APIEmbed, type APIEmbedField } from 'discord.js';
import type { Digest } from '../moderation/digest.ts';
import { refOf, type EventContent } from '../moderation/events.ts';
import { digestPost, keywordAlert as texts } from './event-texts.ts';
import { defuse, spoiler, truncate } from './text.ts';
import { moment } from './texts.ts';

const PURPLE = 0x9b59b6;
const FIELD_LENGTH = 1024;
const TEXT_LENGTH = 1800;
const KEYWORD_LENGTH = 200;
/** Rows of a count that are shown. */
const ROWS = 8;
/** Of an event's short name, in a footer. */
const REF_LENGTH = 12;

type KeywordContent = Extract<EventContent, { kind: 'keyword' }>;

/** The line by which the post about an event is found again. */
export function keywordFooter(eventId: string): string {
  return texts.footer(refOf(eventId).slice(0, REF_LENGTH));
}

export function digestFooter({ ref }: Pick<Digest, 'ref'>): string {
  return digestPost.footer(ref.slice(0, REF_LENGTH));
}

/** The post about one found keyword. `isForeign`: its guild is none of the bot's. */
export function keywordEmbed(
  eventId: string,
  { keyword, place, guildId, at, text }: KeywordContent,
  isForeign: boolean,
): APIEmbed {
  const quote = text === null ? null : defuse(text, TEXT_LENGTH);
  return {
    color: PURPLE,
    title: texts.title,
    description:
      quote === null ? texts.noText : quote === '' ? texts.nothingVisible : spoiler(quote),
    fields: [
      { name: texts.keyword, value: defuse(keyword, KEYWORD_LENGTH) || texts.nothingVisible },
      {
        name: texts.where,
        value: [
          place === null
            ? texts.unknownPlace
            : `<@${place.authorId}> in <#${place.channelId}> · ${linkTo(place)}`,
          ...(isForeign ? [texts.foreign(guildId)] : []),
        ].join('\n'),
      },
    ],
    footer: { text: keywordFooter(eventId) },
    timestamp: new Date(at).toISOString(),
  };
}

/** The one post about a storm of keyword alerts. */
export function digestEmbed(digest: Digest): APIEmbed {
  const since = moment(digest.openedAt, 'T');
  const latest = digest.latest
    .toReversed()
    .map((place) => `${defuse(place.keyword, 50)} · <@${place.authorId}> · ${linkTo(place)}`);
  return {
    color: PURPLE,
    title: digestPost.title,
    description: digestPost.total(digest.total, since),
    fields: [
      countField(digestPost.byKeyword, digest, digest.byKeyword, (name) => defuse(name, 80)),
      countField(digestPost.byChannel, digest, digest.byChannel, (id) => `<#${id}>`),
      countField(digestPost.byAuthor, digest, digest.byAuthor, (id) => `<@${id}>`),
      ...(latest.length === 0
        ? []
        : [{ name: digestPost.latest, value: truncate(latest.join('\n'), FIELD_LENGTH) }]),
    ],
    footer: { text: digestFooter(digest) },
  };
}

function countField(
  name: string,
  { total }: Digest,
  counts: Readonly<Record<string, number>>,
  show: (name: string) => string,
): APIEmbedField {
  const most = Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, ROWS);
  const rest = total - most.reduce((sum, [, count]) => sum + count, 0);
  const rows = most.map(([key, count]) => `${show(key) || '?'}: ${count}`);
  const lines = rest > 0 ? [...rows, digestPost.others(rest)] : rows;
  return { name, value: truncate(lines.join('\n'), FIELD_LENGTH), inline: true };
}

function linkTo(place: { guildId: string; channelId: string; messageId: string }): string {
  return `[${texts.jump}](${messageLink(place.channelId, place.messageId, place.guildId)})`;
}
