import {
  TEXT_MODERATION_PATH,
  type TextModerationEnvelope,
} from '../../service-api/schemas/text-moderation.ts';
import { CATEGORIES } from '../engine/categories.ts';
import type { Assessment } from '../engine/engine.ts';
import { TEXT_API } from '../../service-api/schemas/envelope.ts';
import type { LanguagePrediction } from '../language/detector.ts';

/** A slower result sets `latencyAlert`. */
const LATENCY_ALERT_MS = 50;

const TERMS_OF_SERVICE =
  'Results are suggestions without warranty. The caller decides how to act on them.';

export interface EnvelopeParts {
  assessment: Assessment;
  language: LanguagePrediction;
  /** Duration of each stage in milliseconds: engine, language. */
  timesMs: readonly number[];
  uuid: string;
  instanceId: string;
  engineVersion: string;
}

/** Four decimals are more than the scores' precision, and keep results readable. */
export function roundScore(value: number): number {
  // Adding zero turns -0 into 0.
  return Math.round(value * 10_000) / 10_000 + 0;
}

function roundScores(scores: Assessment['categories']): Record<string, number> {
  const rounded: Record<string, number> = {};
  for (const category of CATEGORIES) rounded[category] = roundScore(scores[category]);
  return rounded;
}

/** Converts an assessment to the interface's envelope (interface.md, "Text moderation result"). */
export function toEnvelope(judgement: EnvelopeParts): TextModerationEnvelope {
  const { assessment, language, timesMs } = judgement;
  const { heads, patches, harmfulTerms } = assessment;
  const computeTimeMs = timesMs.reduce((sum, timeMs) => sum + timeMs, 0);
  return {
    api: TEXT_API,
    success: true,
    response: {
      engine1: {
        baseline: roundScore(heads.toxicity),
        raceInvocation: roundScore(heads.identityMention),
        politicalLanguage: roundScore(heads.political),
      },
      engine2: {
        raceInvocation: roundScore(heads.identityHate),
        defensive: roundScore(heads.defensive),
        baseline: roundScore(Math.max(heads.vulgar, heads.aggressive, heads.identityHate)),
        aggressive: roundScore(heads.aggressive),
        vulgar: roundScore(heads.vulgar),
      },
      engine3: { invoked: assessment.usedSecondModel },
      suggestedAction: [assessment.action, roundScore(assessment.confidence)],
      patches: {
        extremistFormattingPatch: patches.undisguised,
        miscWordChoicePath: patches.wordChoice,
        shortVulgarityCommentLeniency: patches.shortVulgarityLeniency,
        modelTrainingWordPatch: harmfulTerms.map(({ aimed }) => aimed),
        curseWordOverride: patches.curseWord,
        sentimentScore: roundScore(heads.sentiment),
      },
      insights: {
        dialectPrediction: [language.name, roundScore(language.confidence)],
        categories: roundScores(assessment.categories),
      },
      metadata: {
        modelTrainingWords: harmfulTerms.map(({ term }) => term),
        computeTime: roundScore(computeTimeMs),
        times: timesMs.map(roundScore),
        uuid: judgement.uuid,
        warningIssued: assessment.action !== 'pass',
        endpoint: TEXT_MODERATION_PATH,
        alloc: judgement.instanceId,
        latencyAlert: computeTimeMs > LATENCY_ALERT_MS,
      },
      operator:
        assessment.category === null
          ? {}
          : { category: assessment.category, words: assessment.decidingWords },
    },
    TOS: TERMS_OF_SERVICE,
    version: judgement.engineVersion,
  };
}
