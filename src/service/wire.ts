import { TEXT_MODERATION_PATH, type TextModerationEnvelope } from '../protocol/text-moderation.ts';
import type { Assessment } from './engine/engine.ts';
import { TEXT_API } from './envelope.ts';
import type { LanguagePrediction } from './language.ts';
import { LATENCY_ALERT_MS } from './limits.ts';

const TERMS_OF_SERVICE =
  'Results are suggestions, given without warranty; whoever acts on them decides.';

export interface Judgement {
  assessment: Assessment;
  language: LanguagePrediction;
  /** Milliseconds the stages took: engine, language. */
  timesMs: readonly number[];
  uuid: string;
  instanceId: string;
  engineVersion: string;
}

/** Four digits are more than the scores mean, and keep the results readable. */
export function rounded(value: number): number {
  // Adding zero makes a plain zero of a negative one.
  return Math.round(value * 10_000) / 10_000 + 0;
}

/** The assessment in the interface's words (interface.md, "Text moderation result"). */
export function toEnvelope(judgement: Judgement): TextModerationEnvelope {
  const { assessment, language, timesMs } = judgement;
  const { heads, patches, found } = assessment;
  const computeTimeMs = timesMs.reduce((sum, timeMs) => sum + timeMs, 0);
  return {
    api: TEXT_API,
    success: true,
    response: {
      engine1: {
        baseline: rounded(heads.toxicity),
        raceInvocation: rounded(heads.identityMention),
        politicalLanguage: rounded(heads.political),
      },
      engine2: {
        raceInvocation: rounded(heads.identityHate),
        defensive: rounded(heads.defensive),
        baseline: rounded(Math.max(heads.vulgar, heads.aggressive, heads.identityHate)),
        aggressive: rounded(heads.aggressive),
        vulgar: rounded(heads.vulgar),
      },
      engine3: { invoked: assessment.secondOpinion },
      suggestedAction: [assessment.action, rounded(assessment.confidence)],
      patches: {
        extremistFormattingPatch: patches.undisguised,
        miscWordChoicePath: patches.wordChoice,
        shortVulgarityCommentLeniency: patches.shortVulgarityLeniency,
        modelTrainingWordPatch: found.map(({ aimed }) => aimed),
        curseWordOverride: patches.curseWord,
        sentimentScore: rounded(heads.sentiment),
      },
      insights: { dialectPrediction: [language.name, rounded(language.confidence)] },
      metadata: {
        modelTrainingWords: found.map(({ term }) => term),
        computeTime: rounded(computeTimeMs),
        times: timesMs.map(rounded),
        uuid: judgement.uuid,
        warningIssued: assessment.action !== 'pass',
        endpoint: TEXT_MODERATION_PATH,
        alloc: judgement.instanceId,
        latencyAlert: computeTimeMs > LATENCY_ALERT_MS,
      },
      operator: {},
    },
    TOS: TERMS_OF_SERVICE,
    version: judgement.engineVersion,
  };
}
