import { messageLink, userMention, type APIEmbed, type APIEmbedField } from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import type { Case, Note } from '../../domain/case.ts';
import type { EffectContext } from '../../domain/ports.ts';
import { openModeratorAction } from '../../domain/actions/moderator-action-kinds.ts';
import { caseLines, type AuthorFacts } from './alert-embed.ts';
import { capitalize, headOf } from './case-parts.ts';
import { moderatorActionsText, stepLine } from './moderator-action-lines.ts';
import { ruleText } from '../../rendering/rule-text.ts';
import { alertColour } from './severity.ts';
import type { VerdictQuotes } from '../../domain/verdict.ts';
import { scoresText, weightiestWords } from './verdict-text.ts';
import { defuse, defuseLine, truncate } from '../../rendering/sanitize.ts';
import { timestamp } from '../../rendering/format.ts';
import type { Renderer } from '../../rendering/renderer.ts';

/** Discord's limit for the value of a field. */
const FIELD_LENGTH = 1024;
/** The longest quote. */
const TEXT_LENGTH = 1500;
const EXPLANATIONS_LENGTH = 600;
/** The longest note. */
const NOTE_LENGTH = 500;
/** The longest earlier reason. */
const REASON_LENGTH = 200;

/** Facts shown beside the case itself. */
export interface CaseContext
  extends Pick<EffectContext, 'record' | 'policy' | 'text'>, AuthorFacts {
  readonly quotes: VerdictQuotes | null;
  /** The author's other cases, newest first. */
  readonly otherCases: readonly Case[];
}

/** The whole record of a case: what its alert says, and everything that the alert leaves out. */
export function caseEmbed(renderer: Renderer, context: CaseContext): APIEmbed {
  const { record, policy, text, quotes, history, otherCases } = context;
  const { t } = renderer;
  const lines = caseLines(renderer, {
    record,
    text,
    policy,
    history,
    textLength: TEXT_LENGTH,
    explanationsLength: EXPLANATIONS_LENGTH,
  });
  return {
    color: alertColour([record]),
    description: lines.join('\n'),
    fields: [
      ...verdictFields(t, record, quotes),
      ...stepsField(renderer, record),
      ...moderatorActionsField(renderer, record),
      progressField(renderer, record),
      ...historyField(t, otherCases, policy),
      ...noteFields(t, record.notes),
      ...reasonField(t, record),
    ].map((field) => ({ ...field, value: truncate(field.value, FIELD_LENGTH) })),
  };
}

/** Why, in words: the rule, the words that weigh most, and the scores. */
function verdictFields(
  t: Translate,
  { judgement, rule }: Case,
  quotes: VerdictQuotes | null,
): APIEmbedField[] {
  if (judgement.kind !== 'verdict') return [];
  const lines = [
    t('preview:rule', { rule: defuse(ruleText(t, rule), 120) }),
    weightiestWords(t, quotes ?? {}),
    scoresText(t, judgement.verdict),
  ];
  const value = lines.filter((line) => line !== null).join('\n');
  return [{ name: t('alerts:record.verdict'), value: capitalize(value) }];
}

/** The bot's own steps with their outcomes. */
function stepsField(renderer: Renderer, { mode, steps }: Case): APIEmbedField[] {
  const { t } = renderer;
  const lines = steps.flatMap(({ effect, outcome }) =>
    effect.kind === 'alert' || outcome === null
      ? []
      : [`${stepLine(renderer, effect, outcome)} · ${timestamp(outcome.at, 'T')}`],
  );
  const name = t(mode === 'watch' ? 'alerts:record.stepsWatched' : 'alerts:record.steps');
  return lines.length === 0 ? [] : [{ name, value: lines.join('\n') }];
}

/** The moderators' actions by hand. */
function moderatorActionsField(renderer: Renderer, record: Case): APIEmbedField[] {
  if (record.moderatorActions.length === 0) return [];
  const value = moderatorActionsText(renderer, record, FIELD_LENGTH);
  return [{ name: renderer.t('alerts:moderatorActions.field'), value }];
}

function historyField(
  t: Translate,
  others: readonly Case[],
  policy: EffectContext['policy'],
): APIEmbedField[] {
  const lines = others.map(
    (record) =>
      `#${record.number} · ${headOf(t, record, policy)} · ${timestamp(record.openedAt, 'R')}`,
  );
  return lines.length === 0 ? [] : [{ name: t('alerts:record.history'), value: lines.join('\n') }];
}

/** When the case was opened and closed, its alert, and what Discord has not answered yet. */
function progressField({ t, show }: Renderer, record: Case): APIEmbedField {
  const { guildId, mode, openedAt, closedAt, alert, steps } = record;
  const waiting = steps.flatMap(({ effect, outcome }) =>
    outcome === null ? [t(`effects:infinitive.${effect.kind}`)] : [],
  );
  const refused = steps.flatMap(({ effect, outcome }) =>
    effect.kind === 'alert' && outcome?.status === 'refused' ? [outcome] : [],
  );
  const lines = [
    t('alerts:record.opened', {
      time: timestamp(openedAt),
      mode: t(`moderation:modeName.${mode}`),
    }),
    closedAt === null
      ? t('alerts:record.waiting', { effects: waiting.join(', ') })
      : t('alerts:record.closed', { time: timestamp(closedAt) }),
    ...(record.incident === null ? [] : [t('alerts:record.incident', { number: record.incident })]),
    ...(openModeratorAction(record) === null ? [] : [t('alerts:record.moderatorAction')]),
    ...(alert === null
      ? []
      : [
          t('alerts:record.alert', {
            link: messageLink(alert.channelId, alert.messageId, guildId),
          }),
        ]),
    ...refused.map(
      ({ reason, fix }) =>
        `⛔ ${t('alerts:record.alertFailed')} ${truncate(`${show(reason)} ${show(fix)}`, 400)}`,
    ),
  ];
  return { name: t('alerts:record.progress'), value: lines.join('\n') };
}

/** The earlier reasons, the latest ones that fit. */
function reasonField(t: Translate, { reasonChanges = [] }: Case): APIEmbedField[] {
  if (reasonChanges.length === 0) return [];
  const lines = reasonChanges.map(({ by, at, before }) =>
    t('alerts:record.reasonChange', {
      user: userMention(by.id),
      time: timestamp(at),
      reason: before === null ? t('alerts:noReason') : defuseLine(before, REASON_LENGTH),
    }),
  );
  return [{ name: t('alerts:record.reasonChanges'), value: latestLines(lines).join('\n') }];
}

/** The latest notes that fit, oldest first. */
export function noteFields(t: Translate, notes: readonly Note[]): APIEmbedField[] {
  if (notes.length === 0) return [];
  const lines = notes.map(({ by, at, text }) =>
    t('alerts:record.note', {
      user: userMention(by.id),
      time: timestamp(at),
      text: defuse(text, NOTE_LENGTH),
    }),
  );
  const value = latestLines(lines).join('\n');
  return [{ name: t('alerts:record.notes', { count: notes.length }), value }];
}

/** The latest lines that fit into a field. */
function latestLines(lines: readonly string[]): string[] {
  const shown: string[] = [];
  let left = FIELD_LENGTH;
  for (const line of lines.toReversed()) {
    left -= line.length + 1;
    if (left < 0) break;
    shown.unshift(line);
  }
  return shown;
}
