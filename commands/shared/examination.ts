import type { APIEmbedField } from 'discord.js';
import { defuse } from '../../src/discord/text.ts';
import { rounded, scoreNames } from '../../src/discord/texts.ts';
import type { Decision } from '../../src/moderation/decide.ts';
import type { ServiceJudgement } from '../../src/moderation/case.ts';
import { ANY_ACTION, type Policy } from '../../src/moderation/policy.ts';
import type { Examination } from '../../src/moderation/ports.ts';
import type { Verdict } from '../../src/moderation/verdict.ts';
import { writeEffects } from '../moderation/effects-input.ts';
import { test as texts } from '../texts/moderation.ts';

/** What the service says about a text and what a server's policy makes of it, for moderators. */
export function examinationFields({ policy, result }: Examination): APIEmbedField[] {
  if (result.kind === 'unavailable') {
    return [{ name: texts.verdict, value: texts.unavailable(defuse(result.reason, 300)) }];
  }
  const { judgement, samples, decision } = result;
  return [
    ...judgementFields(judgement, samples),
    { name: texts.policy, value: decisionOf(policy, decision) },
  ];
}

function judgementFields(judgement: ServiceJudgement | null, samples: number): APIEmbedField[] {
  if (judgement === null) return [];
  switch (judgement.kind) {
    case 'unchecked':
      return [{ name: texts.verdict, value: texts.rejected(defuse(judgement.reason, 300)) }];
    case 'verdict':
      return verdictFields(judgement.verdict, samples);
  }
}

function verdictFields(verdict: Verdict, samples: number): APIEmbedField[] {
  const scores = Object.entries(verdict.scores)
    .sort(([, a], [, b]) => b - a)
    .map(([path, score]) => `${scoreNames[path] ?? defuse(path, 50)} **${rounded(score)}**`);
  const suggestion = `**${defuse(verdict.action, 64) || '–'}** · ${texts.confidence(rounded(verdict.confidence))}`;
  return [
    {
      name: texts.verdict,
      value: samples > 1 ? `${suggestion}\n${texts.samples(samples)}` : suggestion,
    },
    { name: texts.scores, value: scores.join(' · ') || '–' },
    { name: texts.sentiment, value: rounded(verdict.sentiment), inline: true },
    { name: texts.language, value: defuse(verdict.language, 64) || '–', inline: true },
  ];
}

function decisionOf(policy: Policy, decision: Decision | null): string {
  if (policy.mode === 'off') return texts.off;
  if (decision === null) return texts.nothing;
  const { rule, effects, withheld } = decision;
  const done = withheld === null ? effects : withheld.effects;
  const lines = [
    `**${writeEffects(done)}** (${texts.rule(rule === ANY_ACTION ? '*' : defuse(rule, 64))})`,
    ...(withheld === null ? [] : [texts.withheld]),
    ...(policy.mode === 'shadow' ? [texts.shadow] : []),
  ];
  return lines.join('\n');
}
