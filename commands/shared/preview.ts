import {
  actionsText,
  blockedWordsText,
  categoryOf,
  defuse,
  type Decision,
  type Policy,
  type PreviewResult,
  type Renderer,
  type ReplyFile,
  ruleNote,
  ruleText,
  scoresText,
  spoiler,
  technicalFile,
  type Translate,
  weightiestWords,
} from '../../src/bot/command-kit.ts';

const TEXT_LENGTH = 1_000;
const RULE_LENGTH = 120;

type Judged = Extract<PreviewResult['result'], { kind: 'judged' }>;

/** The consequence of a text in this server and its reasons, the text, and the words that weighed most. */
export function previewText(previewed: PreviewResult, text: string, renderer: Renderer): string {
  const { t } = renderer;
  const quote = defuse(text, TEXT_LENGTH);
  return [
    `**${consequence(previewed, quote, renderer)}**`,
    ...(quote === '' ? [] : [spoiler(quote)]),
    ...basis(previewed, t).map((line) => `-# ${line}`),
  ].join('\n');
}

/** The raw result. */
export function previewFiles({ result }: PreviewResult): ReplyFile[] {
  const judgement = result.kind === 'judged' ? result.judgement : null;
  if (judgement?.kind !== 'verdict') return [];
  return [technicalFile(judgement.verdict, judgement.verdict.quotes)];
}

function consequence(
  { policy, result }: PreviewResult,
  quote: string,
  { t, show }: Renderer,
): string {
  if (result.kind === 'unavailable') {
    return t('preview:unavailable', { reason: show(result.reason) });
  }
  if (policy.mode === 'off') return t('preview:off');
  const { decision, judgement, sparedBy, preset } = result;
  if (decision !== null) {
    return sentence(t, { decision, policy, unchecked: uncheckedText(judgement, show) });
  }
  if (quote === '') return t('preview:noText');
  return sparedBy === null
    ? t('preview:nothing', { preset: t(`rules:preset.${preset}`) })
    : t('preview:nothingByRule', { rule: defuse(ruleText(t, sparedBy), RULE_LENGTH) });
}

function uncheckedText(judgement: Judged['judgement'], show: Renderer['show']): string | null {
  return judgement?.kind === 'unchecked' ? show(judgement.reason) : null;
}

function sentence(
  t: Translate,
  {
    decision,
    policy,
    unchecked,
  }: { readonly decision: Decision; readonly policy: Policy; readonly unchecked: string | null },
): string {
  const { effects, withheld, rule, blockedWords, judgement } = decision;
  const actions = actionsText(t, withheld?.effects ?? effects, policy);
  const reasons = [
    blockedWordsText(t, blockedWords),
    categoryOf(t, { judgement }),
    ruleNote(t, rule),
  ]
    .filter((reason) => reason !== null)
    .join(', ');
  const rest = {
    actions,
    reasons:
      unchecked ?? (reasons || t('preview:rule', { rule: defuse(ruleText(t, rule), RULE_LENGTH) })),
  };
  if (withheld !== null) return t('preview:withheld', rest);
  const isAlert = effects.every(({ kind }) => kind === 'alert');
  return policy.mode === 'watch' && !isAlert ? t('preview:watch', rest) : t('preview:acts', rest);
}

/** The words or the part that weigh most, and the scores. */
function basis({ result }: PreviewResult, t: Translate): string[] {
  if (result.kind !== 'judged' || result.judgement?.kind !== 'verdict') return [];
  const { verdict } = result.judgement;
  const { samples } = result;
  return [
    weightiestWords(t, verdict.quotes ?? {}),
    scoresText(t, verdict) ?? t('preview:noScores'),
    samples > 1 ? t('preview:samples', { count: samples }) : null,
  ].filter((line) => line !== null);
}
