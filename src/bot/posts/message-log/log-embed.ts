import { channelMention, messageLink, userMention, type APIEmbed } from 'discord.js';
import type { Case } from '../../domain/case.ts';
import type { Translate } from '../../locales/translate.ts';
import { timestamp } from '../../rendering/format.ts';
import { defuse, defuseLine } from '../../rendering/sanitize.ts';
import type { ShownEntry } from './entries.ts';

/** Fits a phone: more are in the file only. */
const MAX_SHOWN = 6;
/** So few are shown with their line breaks. */
const MAX_QUOTED = 2;
const LINE_LENGTH = 80;
const MAX_CASES = 5;
/** Together less than the 4,096 characters that Discord allows. */
const QUOTES_LENGTH = 2400;
const COLOURS = { deleted: 0xe74c3c, edited: 0x3498db } as const;

export interface LogEmbed {
  readonly embed: APIEmbed;
  /** Something is left out or cut. */
  readonly isCut: boolean;
}

/** What was deleted and edited, in a few lines. `ref`: recognises the post. */
export function logEmbed(t: Translate, entries: readonly ShownEntry[], ref: string): LogEmbed {
  const ours = entries.filter(({ isOurs }) => isOurs);
  const known = entries.filter(({ author, isOurs }) => author !== null && !isOurs);
  const unknown = entries.length - known.length - ours.length;
  const texts = known
    .flatMap(({ before, after }) => [before, after])
    .filter((text) => text !== null);
  const isQuoted = known.length <= MAX_QUOTED;
  const length = isQuoted ? Math.floor(QUOTES_LENGTH / Math.max(texts.length, 1)) : LINE_LENGTH;
  const shown = known.slice(0, MAX_SHOWN);
  const more = known.length - shown.length;
  const quote = (text: string | null): string =>
    isQuoted ? quoted(t, text, length) : lineOf(t, text, length);
  const lines = [
    ...shown.map((entry) => entryText(t, entry, quote)),
    ...(more === 0 ? [] : [t('message-log:more', { count: more })]),
    ...(ours.length === 0 ? [] : [oursText(t, ours)]),
    ...(unknown === 0 ? [] : [t('message-log:unknown', { count: unknown })]),
  ];
  const isDeletion = entries.some(({ kind }) => kind !== 'edited');
  return {
    embed: {
      title: titleOf(t, entries),
      description: lines.join(isQuoted ? '\n\n' : '\n'),
      color: isDeletion ? COLOURS.deleted : COLOURS.edited,
      footer: { text: ref },
    },
    isCut: more > 0 || texts.some((text) => text.length > length || (!isQuoted && /\n/.test(text))),
  };
}

function titleOf(t: Translate, entries: readonly ShownEntry[]): string {
  const edited = entries.filter(({ kind }) => kind === 'edited').length;
  const deleted = entries.length - edited;
  return [
    ...(deleted === 0 ? [] : [t('message-log:deleted', { count: deleted })]),
    ...(edited === 0 ? [] : [t('message-log:edited', { count: edited })]),
  ].join(' · ');
}

function entryText(
  t: Translate,
  entry: ShownEntry,
  quote: (text: string | null) => string,
): string {
  const { guildId, channelId, messageId, kind, at, author, record, byId } = entry;
  const where = t('alerts:where', {
    author: author === null ? '' : userMention(author.id),
    channel: channelMention(channelId),
  });
  const head = [
    `${kind === 'edited' ? '✏️' : '🗑️'} ${where}`,
    timestamp(at, 't'),
    ...(kind === 'edited'
      ? [`[${t('message-log:message')}](${messageLink(channelId, messageId, guildId)})`]
      : []),
    ...(byId === null ? [] : [t('message-log:deletedBy', { user: userMention(byId) })]),
    ...(record === null ? [] : [caseText(t, record)]),
  ].join(' · ');
  if (kind !== 'edited') return `${head}\n${quote(entry.before)}`;
  return [
    head,
    `**${t('message-log:before')}**`,
    quote(entry.before),
    `**${t('message-log:after')}**`,
    quote(entry.after),
  ].join('\n');
}

/** The cases have the texts. */
function oursText(t: Translate, ours: readonly ShownEntry[]): string {
  const records = [...new Map(ours.map(({ record }) => [record?.number, record])).values()].filter(
    (record) => record !== null,
  );
  const shown = records.slice(0, MAX_CASES).map((record) => caseText(t, record));
  const more = records.length - shown.length;
  const cases = more === 0 ? shown : [...shown, t('common:more', { count: more })];
  return `🛡️ ${t('message-log:deletedByBot', { count: ours.length, cases })}`;
}

function caseText(t: Translate, { number, alert, guildId }: Case): string {
  const name = t('message-log:case', { number });
  return alert === null
    ? name
    : `[${name}](${messageLink(alert.channelId, alert.messageId, guildId)})`;
}

function quoted(t: Translate, text: string | null, length: number): string {
  return `> ${shownText(t, text, (known) => defuse(known, length)).replaceAll('\n', '\n> ')}`;
}

function lineOf(t: Translate, text: string | null, length: number): string {
  return `> ${shownText(t, text, (known) => defuseLine(known, length))}`;
}

/** The text as `show` shows it, or why there is none. */
export function shownText(
  t: Translate,
  text: string | null,
  show: (known: string) => string,
): string {
  if (text === null) return t('message-log:unknownText');
  return show(text) || t('alerts:noText');
}
