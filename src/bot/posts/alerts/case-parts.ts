import { channelMention, messageLink, userMention } from 'discord.js';
import { isMessageKey, type Translate } from '../../locales/translate.ts';
import { manualActionOf, pictureMatchOf, type Case, type StepEffect } from '../../domain/case.ts';
import type { ManualAction } from '../../domain/manual/manual-action.ts';
import { activeEffectsOf } from '../../domain/actions/active-effects.ts';
import { isReversal } from '../../domain/actions/action-facts.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { decidingScore } from '../../domain/verdict.ts';
import { duration, timestamp } from '../../rendering/format.ts';
import { defuseLine, spoiler } from '../../rendering/sanitize.ts';

/* The parts of an alert about one case. */

/** How many keywords an alert names; the details name all. */
const KEYWORDS = 3;
const KEYWORD_LENGTH = 60;
const NAME_LENGTH = 100;
const SCORE_LENGTH = 50;

/** The actions in a few words: `Deleted, timed out for 10 minutes`. */
export function headOf(t: Translate, record: Case, policy: Pick<Policy, 'timeoutSeconds'>): string {
  const { judgement, mode, withheld, steps } = record;
  if (judgement.kind === 'unchecked') return t('alerts:head.unchecked');
  if (judgement.kind === 'moderator') return t('alerts:head.moderator');
  if (withheld !== null) return t('alerts:head.withheld');
  const manual = manualActionOf(record);
  const results = steps.flatMap(({ effect, outcome }) =>
    effect.kind === 'notice' || effect.kind === 'alert' || outcome === null
      ? []
      : [resultOf(t, { effect, isRefused: outcome.status === 'refused' }, policy)],
  );
  const isWarned = steps.some(
    ({ effect, outcome }) => effect.kind === 'notice' && outcome?.status === 'done',
  );
  if (manual !== null && results.length === 0) {
    return t(`alerts:moderatorActions.completed.${manual.kind}`);
  }
  if (results.length === 0) return t(isWarned ? 'alerts:head.warned' : 'alerts:head.review');
  const actions = results.join(', ');
  return mode === 'watch' ? t('alerts:head.watch', { actions }) : capitalize(actions);
}

function resultOf(
  t: Translate,
  {
    effect,
    isRefused,
  }: { effect: Exclude<StepEffect, { kind: 'notice' | 'alert' }>; isRefused: boolean },
  { timeoutSeconds }: Pick<Policy, 'timeoutSeconds'>,
): string {
  if (isReversal(effect)) {
    return isRefused
      ? t('case:reply.list.refused', { action: t(`effects:infinitive.${effect.kind}`) })
      : t(`effects:done.${effect.kind}`);
  }
  if (isRefused) return t(`effects:head.refused.${effect.kind}`);
  if (effect.kind === 'ban' && effect.seconds !== undefined) {
    const length = duration(t.language, effect.seconds);
    return t('effects:head.done.temporaryBan', { duration: length });
  }
  if (effect.kind !== 'timeout') return t(`effects:head.done.${effect.kind}`);
  const length = duration(t.language, effect.seconds ?? timeoutSeconds);
  return t('effects:head.done.timeout', { duration: length });
}

export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The author, and where the text is. */
export function whereOf(t: Translate, record: Case): string {
  const author = authorOf(t, record);
  const place = placeOf(t, record);
  switch (record.subject) {
    case 'message':
      return t('alerts:where', { author, channel: place });
    case 'member':
      return author;
    case 'channel':
      // Messages of several members have no author.
      return record.author.id === '' ? place : t('alerts:where', { author, channel: place });
    case 'title':
    case 'nickname':
    case 'name':
    case 'stage':
    case 'event':
      return `${author} · ${place}`;
  }
}

/** The text's channel; empty: none. */
export function placeOf(t: Translate, { subject, channelId, guildId, messageId }: Case): string {
  switch (subject) {
    case 'message':
    case 'channel':
      return channelMention(channelId);
    case 'member':
      return '';
    case 'event': {
      const eventId = messageId.slice(messageId.indexOf(':') + 1);
      return `${t('alerts:placeOf.event')} https://discord.com/events/${guildId}/${eventId}`;
    }
    case 'title':
    case 'stage':
      return `${t(`alerts:placeOf.${subject}`)} ${channelMention(channelId)}`;
    case 'nickname':
    case 'name':
      return t(`alerts:placeOf.${subject}`);
  }
}

/** The text's author. A mention of somebody who was removed may show only an id, so their name is added. */
export function authorOf(t: Translate, record: Case): string {
  const { author } = record;
  const { isBanned, irreversible } = activeEffectsOf(record);
  const isGone = author.kind === 'person' && (isBanned || irreversible.includes('kick'));
  const text = authorText(t, author);
  return isGone ? `${text} (${defuseLine(author.name, NAME_LENGTH)})` : text;
}

/** A webhook has no profile, so a mention of it would not name it. */
export function authorText(t: Translate, { id, name, kind, usedBy }: Case['author']): string {
  switch (kind) {
    case 'person':
      return userMention(id);
    case 'unknown':
      return t('alerts:unknownAuthor');
    case 'webhook':
      return t('alerts:webhook', { name: defuseLine(name, NAME_LENGTH) });
    case 'bot':
      return usedBy === null
        ? t('alerts:bot', { bot: userMention(id) })
        : t('alerts:appUsedBy', { bot: userMention(id), member: userMention(usedBy) });
  }
}

/** The score that decided, such as `vulgar 98%`; null: there is none. */
export function categoryOf(t: Translate, { judgement }: Pick<Case, 'judgement'>): string | null {
  const deciding = judgement.kind === 'verdict' ? decidingScore(judgement.verdict) : null;
  return deciding === null ? null : `${scoreName(t, deciding.path)} ${percent(t, deciding.score)}`;
}

/** The interface does not say how high scores get, so one above 1 is shown as it is. */
export function percent({ language }: Translate, score: number): string {
  const style = score <= 1 ? 'percent' : 'decimal';
  return new Intl.NumberFormat(language, { style, maximumFractionDigits: 0 }).format(score);
}

/** The name of a score by its path on the wire; one without a name is shown by its path. */
export function scoreName(t: Translate, path: string): string {
  const key = `alerts:score.${path}`;
  return isMessageKey(key) ? t(key) : defuseLine(path, SCORE_LENGTH);
}

/** `Hacked account? Same pictures in 5 channels`; null: the case is about something else. */
export function copiesOf(t: Translate, { judgement }: Pick<Case, 'judgement'>): string | null {
  if (judgement.kind !== 'copies') return null;
  const { copied, channels } = judgement;
  return t(`alerts:copies.${copied}`, { channels });
}

/** The keywords in the message; null: none. */
export function keywordsOf(t: Translate, { keywords }: Case): string | null {
  return keywords.length === 0 ? null : keywordsText(t, keywords);
}

/** `Keyword “x”`. */
export function keywordsText(t: Translate, keywords: readonly string[]): string {
  return t('alerts:keyword', { count: keywords.length, names: namesOf(t, keywords) });
}

/** The blocked words in the text; null: none. */
export function blockedWordsText(t: Translate, words: readonly string[]): string | null {
  if (words.length === 0) return null;
  return t('alerts:blockedWord', { count: words.length, names: namesOf(t, words) });
}

/** The list that a picture of the message is on; null: none. */
export function pictureText(t: Translate, record: Pick<Case, 'judgement'>): string | null {
  const match = pictureMatchOf(record);
  return match === null ? null : t(`alerts:picture.${match.source}`);
}

/** Since when the picture is known, and how sure the bot is. */
export function pictureOrigin(t: Translate, record: Pick<Case, 'judgement'>): string[] {
  const match = pictureMatchOf(record);
  if (match === null) return [];
  const values = { user: userMention(match.by.id), time: timestamp(match.at, 'd') };
  return [`${t(`pictures:origin.${match.source}`, values)} · ${alikeText(t, match.bits)}`];
}

/** How much a posted picture is like a known one. */
export function alikeText(t: Translate, bits: number): string {
  return t('pictures:alike', { share: percent(t, 1 - bits / 64) });
}

function namesOf(t: Translate, words: readonly string[]): string {
  return words
    .slice(0, KEYWORDS)
    .map((word) => t('common:quoted', { text: defuseLine(word, KEYWORD_LENGTH) }))
    .join(', ');
}

/** The text, defused, in one line. */
export function quoteOf(
  t: Translate,
  text: string | null,
  { maxLength, isHidden }: { maxLength: number; isHidden: boolean },
): string {
  if (text === null) return t('alerts:textExpired');
  const quote = defuseLine(text, maxLength, ' ⏎ ');
  if (quote === '') return t('alerts:noText');
  return isHidden ? spoiler(quote) : quote;
}

/** Why a moderator acted, in one line. */
export function reasonOf(t: Translate, { reason }: ManualAction, maxLength: number): string {
  const words = reason === null ? '' : defuseLine(reason, maxLength, ' ⏎ ');
  return words === '' ? t('alerts:noReason') : words;
}

/** A link to the message, or to the one before it if it is gone; null: the text is in no message. */
export function linkOf(t: Translate, record: Case): string | null {
  const url = urlOf(record);
  if (url === null) return null;
  const { isDeleted } = activeEffectsOf(record);
  return `[${t(isDeleted ? 'alerts:facts.context' : 'alerts:facts.message')}](${url})`;
}

/** The number of a case, with the same link. */
export function numberOf(record: Case): string {
  const url = urlOf(record);
  return url === null ? `#${record.number}` : `[#${record.number}](${url})`;
}

function urlOf(record: Case): string | null {
  const { subject, channelId, guildId, messageId, previousMessageId } = record;
  if (subject !== 'message') return null;
  // Discord shows what is around an id, whether or not there still is such a message.
  const { isDeleted } = activeEffectsOf(record);
  return messageLink(channelId, isDeleted ? (previousMessageId ?? messageId) : messageId, guildId);
}

/** Short notes about the origin of the text. */
export function originNotes(t: Translate, record: Case): string[] {
  const { edited, earlierMessageIds, isTranscript, subject } = record;
  const split = earlierMessageIds.length;
  return [
    ...(edited && subject === 'message' ? [t('alerts:facts.edited')] : []),
    ...(split === 0 ? [] : [t('alerts:facts.split', { count: split + 1 })]),
    ...(isTranscript === true ? [`🎙️ ${t('alerts:facts.transcript')}`] : []),
  ];
}
