import { channelMention, messageLink, userMention } from 'discord.js';
import {
  type Attempt,
  attemptsOf,
  authorText,
  type Case,
  type CaseResult,
  defuse,
  defuseLine,
  isTextAllowed,
  isUndone,
  manualActionOf,
  moderatorActionHead,
  resultOf,
  ruleText,
  timestamp,
  type Translate,
} from '../../src/bot/command-kit.ts';

const REASON_LENGTH = 100;

export type CaseOutcome = CaseResult | 'undone' | 'allowed';

/** A case in two lines: its message and the actions. */
export function caseLine(record: Case, t: Translate): string {
  const { number, subject, guildId, alert, author, rule, openedAt, incident } = record;
  const link =
    alert === null
      ? placeText(t, record)
      : `[${t('case:reply.list.alert')}](${messageLink(alert.channelId, alert.messageId, guildId)})`;
  const word = defuse(ruleText(t, rule), 60);
  const when = timestamp(openedAt, 'R');
  const by = subject === 'channel' && author.id === '' ? [] : [authorText(t, author)];
  const head = [`**#${number}**`, link, ...by, word, when];
  if (incident !== null) head.push(t('case:reply.list.incident', { number: incident }));
  return `${head.join(' · ')}\n${actions(record, t)}`;
}

/** A case for its author: without moderators and their channel. */
export function ownCaseLine(record: Case, t: Translate): string {
  const { number, openedAt } = record;
  const when = timestamp(openedAt, 'f');
  const place = ownPlace(t, record);
  return `**#${number}** · ${place} · ${when}\n${actions(record, t, { isOwn: true })}`;
}

/** A link to the message, or the subject of a case without one. */
function placeText(t: Translate, record: Case): string {
  const { subject, channelId, messageId, guildId } = record;
  return subject === 'message'
    ? `[${t('case:reply.list.message')}](${messageLink(channelId, messageId, guildId)})`
    : ownPlace(t, record);
}

function ownPlace(t: Translate, { subject, channelId }: Case): string {
  switch (subject) {
    case 'message':
    case 'channel':
      return channelMention(channelId);
    case 'title':
    case 'nickname':
    case 'name':
    case 'stage':
    case 'event':
    case 'member':
      return t(`alerts:placeOf.${subject}`);
  }
}

function actions(
  record: Case,
  t: Translate,
  { isOwn }: { readonly isOwn: boolean } = { isOwn: false },
): string {
  const { steps, mode, moderatorActions } = record;
  const own = steps.flatMap(({ effect, outcome }) =>
    effect.kind !== 'alert' && (outcome?.status === 'done' || outcome?.status === 'watched')
      ? [t(`effects:done.${effect.kind}`)]
      : [],
  );
  const shown = mode === 'watch' && own.length > 0 ? [`👁️ ${own.join(', ')}`] : own;
  // A refused direct message is common and only shown in the full record.
  const refused = steps.flatMap(({ effect, outcome }) =>
    effect.kind !== 'alert' && effect.kind !== 'notice' && outcome?.status === 'refused'
      ? [t('case:reply.list.refused', { action: t(`effects:infinitive.${effect.kind}`) })]
      : [],
  );
  const byHand = moderatorActions.map((moderatorAction) => {
    const head = moderatorActionHead(t, moderatorAction);
    return isOwn ? head : `${head} (<@${moderatorAction.by.id}>)`;
  });
  return (
    [...orderText(record, t, isOwn), ...shown, ...refused, ...byHand].join(' · ') ||
    t('effects:outcome.alertOnly')
  );
}

/** A moderator's command and its reason. The reason for a purge is for moderators only. */
function orderText(record: Case, t: Translate, isOwn: boolean): string[] {
  const manual = manualActionOf(record);
  if (manual === null) return [];
  const { kind, by, reason } = manual;
  const head = t(`alerts:moderatorActions.completed.${kind}`);
  const named = isOwn ? head : `${head} (${userMention(by.id)})`;
  const isHidden = reason === null || (isOwn && kind === 'purge');
  return [isHidden ? named : `${named}: ${defuseLine(reason, REASON_LENGTH)}`];
}

/** The outcomes of a case, each once. */
export function outcomesOf(record: Case): CaseOutcome[] {
  const outcomes = new Set<CaseOutcome>();
  const attempts = attemptsOf(record);
  for (const attempt of attempts) {
    const result = attempt.outcome?.status === 'done' ? resultOf(attempt) : null;
    if (result !== null) outcomes.add(result);
  }
  if (manualActionOf(record)?.kind === 'warn') outcomes.add('warned');
  if (isUndone(record)) outcomes.add('undone');
  if (isTextAllowed(record)) outcomes.add('allowed');
  if (outcomes.size === 0) outcomes.add(emptyOutcome(record.mode, attempts));
  return [...outcomes];
}

function emptyOutcome(mode: Case['mode'], attempts: readonly Attempt[]): CaseOutcome {
  if (mode === 'watch') return 'watched';
  const isRefused = attempts.some(
    ({ kind, outcome }) => kind !== 'alert' && outcome?.status === 'refused',
  );
  return isRefused ? 'refused' : 'alertOnly';
}
