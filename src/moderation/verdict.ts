import { z } from 'zod';
import type { TextModerationEnvelope } from '../protocol/text-moderation.ts';

/** The service's answer about one sample, in our words. Stored with a case, hence a schema. */
export const verdictSchema = z.object({
  /** The first element of `suggestedAction`, as the service spelt it. */
  action: z.string(),
  /** The second element. The interface does not say what it means; shown as it is. */
  confidence: z.number(),
  /** Every numeric score by its path on the wire, such as `engine2.vulgar`. */
  scores: z.record(z.string(), z.number()),
  /** Between -1 and 1 in all values seen. */
  sentiment: z.number(),
  language: z.string(),
  /** The service's id of this result, to quote in a question to its operator. */
  uuid: z.string(),
  version: z.string(),
});
export type Verdict = z.infer<typeof verdictSchema>;

export function verdictOf(envelope: TextModerationEnvelope): Verdict {
  const { engine1, engine2, suggestedAction, patches, insights, metadata } = envelope.response;
  const scores: Record<string, number> = {
    'engine1.baseline': engine1.baseline,
    'engine1.raceInvocation': engine1.raceInvocation,
    'engine1.politicalLanguage': engine1.politicalLanguage,
    'engine2.raceInvocation': engine2.raceInvocation,
    'engine2.defensive': engine2.defensive,
    'engine2.aggressive': engine2.aggressive,
    'engine2.vulgar': engine2.vulgar,
  };
  // The interface lets this one be a string; one that is no number says nothing that could be compared.
  const baseline =
    typeof engine2.baseline === 'string' ? engine2.baseline.trim() : engine2.baseline;
  if (baseline !== '' && Number.isFinite(Number(baseline))) {
    scores['engine2.baseline'] = Number(baseline);
  }
  return {
    action: suggestedAction[0],
    confidence: suggestedAction[1],
    scores,
    sentiment: patches.sentimentScore,
    language: insights.dialectPrediction[0],
    uuid: metadata.uuid,
    version: envelope.version,
  };
}

/** The scores worth showing: the highest first, at most `count`. */
export function highestScores(verdict: Verdict, count: number): [name: string, score: number][] {
  return Object.entries(verdict.scores)
    .sort(([, a], [, b]) => b - a)
    .slice(0, count);
}
