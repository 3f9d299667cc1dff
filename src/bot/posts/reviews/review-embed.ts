import { messageLink, userMention, type APIEmbed, type APIEmbedField } from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import { manualActionOf, type Case } from '../../domain/case.ts';
import type { ManualAction } from '../../domain/manual/manual-action.ts';
import type { ReviewView } from '../../domain/reviews/review-ports.ts';
import { authorText, placeOf, reasonOf } from '../alerts/case-parts.ts';
import { handledLines } from '../alerts/handled-lines.ts';
import { scoresText } from '../alerts/verdict-text.ts';
import { timestamp } from '../../rendering/format.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { defuse, defuseLine, spoiler, truncate } from '../../rendering/sanitize.ts';

const OPEN = 0xe67e22;
const DECIDED = 0x95a5a6;
const ACCEPTED = 0x2ecc71;
const FIELD_LENGTH = 1024;
const TEXT_LENGTH = 900;
const REASON_LENGTH = 500;
/** How many reporters are named; the others are only counted. */
const REPORTERS = 10;

type AppealView = Extract<ReviewView, { review: { kind: 'appeal' } }>;
type ReportView = Extract<ReviewView, { review: { kind: 'report' } }>;

/** A review as moderators see it. */
export function reviewEmbed(renderer: Renderer, view: ReviewView): APIEmbed {
  return isAppeal(view) ? appealEmbed(renderer, view) : reportEmbed(renderer, view);
}

function isAppeal(view: ReviewView): view is AppealView {
  return view.review.kind === 'appeal';
}

function appealEmbed(renderer: Renderer, view: AppealView): APIEmbed {
  const { t } = renderer;
  const { review, record, text, evidence, policy } = view;
  const { caseNumber, member, decision, openedAt } = review;
  return {
    color: decision === null ? OPEN : decision.kind === 'accepted' ? ACCEPTED : DECIDED,
    title: t('appeals:post.title', { number: caseNumber }),
    description: [
      t('appeals:post.by', { user: userMention(member.id) }),
      quoted(text === null ? t('alerts:textExpired') : defuse(text, 2_000)),
      ...appealResult(renderer, view),
    ].join('\n'),
    fields: [
      {
        name: t('appeals:post.happened'),
        value: record === null ? t('appeals:post.caseGone') : happenedIn(renderer, record),
      },
      ...(evidence === null || evidence === ''
        ? []
        : [textField(renderer, evidence, policy.alerts.spoiler)]),
    ],
    timestamp: new Date(openedAt).toISOString(),
  };
}

/** What was done in a case, and by whom: a moderator who decides should know. */
function happenedIn(renderer: Renderer, record: Case): string {
  const { t } = renderer;
  const byBot = record.steps.flatMap(({ effect, outcome }) =>
    effect.kind !== 'alert' && outcome?.status === 'done' ? [t(`effects:done.${effect.kind}`)] : [],
  );
  const ofBot = byBot.length === 0 ? [] : [t('appeals:post.byBot', { actions: byBot.join(', ') })];
  const manual = manualActionOf(record);
  const { shared, own } = handledLines(renderer, [record]);
  const lines = [
    ...(manual === null ? ofBot : [manualLine(t, manual, record.openedAt)]),
    ...shared,
    ...[...own.values()].flat(),
  ];
  return truncate(
    [placeOf(t, record), ...lines].filter((line) => line !== '').join('\n') || '–',
    FIELD_LENGTH,
  );
}

/** A moderator's command and its reason. */
function manualLine(t: Translate, manual: ManualAction, at: number): string {
  const values = {
    action: t(`alerts:moderatorActions.completed.${manual.kind}`),
    user: userMention(manual.by.id),
    time: timestamp(at, 't'),
  };
  return `${t('alerts:handled', values)}: ${reasonOf(t, manual, REASON_LENGTH)}`;
}

function appealResult({ t, mention }: Renderer, { review }: AppealView): string[] {
  const { decision, answer } = review;
  if (decision === null) return [];
  const values = { user: userMention(decision.by.id), time: timestamp(decision.at, 't') };
  const head =
    decision.kind === 'accepted'
      ? t(`appeals:post.${decision.allowsText ? 'allowed' : 'accepted'}`, values)
      : t('appeals:post.rejected', {
          ...values,
          reason: defuseLine(decision.reason, REASON_LENGTH),
        });
  const told =
    answer === null
      ? t('appeals:post.answering')
      : answer.status === 'done'
        ? t('appeals:post.answered')
        : t('appeals:post.notAnswered', { command: mention('record mine') });
  return ['', `**${head}**`, `-# ${told}`];
}

function reportEmbed(renderer: Renderer, view: ReportView): APIEmbed {
  const { t } = renderer;
  const { review, record, text, policy } = view;
  const { guildId, channelId, messageId, author, decision, openedAt } = review;
  const link = messageLink(channelId, messageId, guildId);
  return {
    color: decision === null ? OPEN : DECIDED,
    title: t('report:post.title'),
    description: [
      `${authorText(t, author)} · <#${channelId}> · [${t('digest:jump')}](${link})`,
      record === null ? t('report:post.noCase') : t('report:post.case', { number: record.number }),
      ...reportResult(renderer, view),
    ].join('\n'),
    fields: [
      textField(renderer, text, policy.alerts.spoiler),
      { name: t('report:post.verdict'), value: verdictText(renderer, view) },
      { name: t('report:post.reporters'), value: reportersText(renderer, view) },
    ],
    timestamp: new Date(openedAt).toISOString(),
  };
}

function reportResult({ t }: Renderer, { review: { decision } }: ReportView): string[] {
  if (decision === null) return [];
  const values = { user: userMention(decision.by.id), time: timestamp(decision.at, 't') };
  const head =
    decision.kind === 'dismissed'
      ? t('report:post.dismissed', values)
      : t('report:post.acted', { ...values, number: decision.caseNumber });
  return ['', `**${head}**`];
}

function verdictText({ t, show }: Renderer, { review: { judgement } }: ReportView): string {
  switch (judgement?.kind) {
    case 'verdict':
      return scoresText(t, judgement.verdict) ?? t('preview:noScores');
    case 'unchecked':
      return truncate(show(judgement.reason), FIELD_LENGTH);
    case 'copies':
    case 'picture':
    case 'moderator':
    case 'manual':
    case undefined:
      return t('report:post.unchecked');
  }
}

/** Members who erased their data are only counted. */
function reportersText({ t }: Renderer, { review, reporterIds }: ReportView): string {
  const shown = reporterIds.slice(0, REPORTERS).map((id) => userMention(id));
  const rest = review.reporters - shown.length;
  return [...shown, ...(rest > 0 ? [t('common:more', { count: rest })] : [])].join(', ');
}

function textField({ t }: Renderer, text: string | null, isHidden: boolean): APIEmbedField {
  const name = t('appeals:post.message');
  if (text === null) return { name, value: t('alerts:textExpired') };
  const quote = defuse(text, TEXT_LENGTH);
  if (quote === '') return { name, value: t('alerts:noText') };
  return { name, value: isHidden ? spoiler(quote) : quote };
}

function quoted(text: string): string {
  return `> ${text.replaceAll('\n', '\n> ')}`;
}
