import type { APIEmbedField } from 'discord.js';
import {
  blockedWordsText,
  defuse,
  type Policy,
  type PreviewResult,
  type Renderer,
  rounded,
  ruleText,
  scoreName,
  type ServiceJudgement,
  type Translate,
  truncate,
  type Verdict,
  verdictDetailLines,
} from '../../src/bot/command-kit.ts';
import { writeEffects } from '../moderation/effects-input.ts';

/** The service's verdict on a text, and the effects of the server's rules. */
export function previewFields(
  { policy, result }: PreviewResult,
  renderer: Renderer,
): APIEmbedField[] {
  const { t } = renderer;
  if (result.kind === 'unavailable') {
    return [
      {
        name: t('preview:suggestion'),
        value: t('preview:unavailable', { reason: renderer.show(result.reason) }),
      },
    ];
  }
  const { judgement, samples } = result;
  return [
    ...judgementFields(judgement, samples, renderer),
    { name: t('preview:policy'), value: decisionOf(policy, result, t) },
  ];
}

function judgementFields(
  judgement: ServiceJudgement | null,
  samples: number,
  { t, show }: Renderer,
): APIEmbedField[] {
  if (judgement === null) return [];
  switch (judgement.kind) {
    case 'unchecked':
      return [
        {
          name: t('preview:suggestion'),
          value: t('preview:rejected', { reason: show(judgement.reason) }),
        },
      ];
    case 'verdict':
      return verdictFields(judgement.verdict, samples, t);
  }
}

function verdictFields(verdict: Verdict, samples: number, t: Translate): APIEmbedField[] {
  const scores = Object.entries(verdict.scores)
    .sort(([, a], [, b]) => b - a)
    .map(([path, score]) => `${scoreName(t, path)} **${rounded(score)}**`);
  const details = verdictDetailLines(verdict.details, verdict.quotes);
  const suggestion = `**${defuse(verdict.action, 64) || '–'}** · ${t('preview:confidence', { confidence: rounded(verdict.confidence) })}`;
  return [
    {
      name: t('preview:suggestion'),
      value:
        samples > 1 ? `${suggestion}\n${t('preview:samples', { count: samples })}` : suggestion,
    },
    { name: t('preview:scores'), value: scores.join(' · ') || '–' },
    { name: t('preview:sentiment'), value: rounded(verdict.sentiment), inline: true },
    { name: t('preview:language'), value: defuse(verdict.language, 64) || '–', inline: true },
    ...(details.length === 0
      ? []
      : [{ name: t('alerts:record.details'), value: truncate(details.join('\n'), 1024) }]),
  ];
}

type Judged = Extract<PreviewResult['result'], { kind: 'judged' }>;

function decisionOf(policy: Policy, { decision, sparedBy, preset }: Judged, t: Translate): string {
  if (policy.mode === 'off') return t('preview:off');
  if (decision === null) {
    const why =
      sparedBy === null
        ? t('preview:preset', { preset: t(`rules:preset.${preset}`) })
        : t('preview:rule', { rule: defuse(ruleText(t, sparedBy), 120) });
    return `${t('preview:nothing')} (${why})`;
  }
  const { rule, effects, withheld, blockedWords } = decision;
  const words = blockedWordsText(t, blockedWords);
  const wanted = withheld === null ? effects : withheld.effects;
  const lines = [
    `**${writeEffects(wanted)}** (${t('preview:rule', { rule: defuse(ruleText(t, rule), 120) })})`,
    ...(words === null ? [] : [t('preview:blockedWords', { words })]),
    ...(withheld === null ? [] : [t('preview:withheld')]),
    ...(policy.mode === 'watch' ? [t('preview:watch')] : []),
  ];
  return lines.join('\n');
}
