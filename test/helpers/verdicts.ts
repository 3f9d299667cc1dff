import {
  textModerationEnvelopeSchema,
  type TextModerationEnvelope,
} from '../../src/service-api/schemas/text-moderation.ts';
import type { Verdict } from '../../src/bot/domain/verdict.ts';

/** A verdict with `action` as the suggested action. */
export function verdict(action: string, overrides: Partial<Verdict> = {}): Verdict {
  return {
    action,
    confidence: 0.9,
    scores: { 'engine1.baseline': 0.9 },
    sentiment: 0,
    language: 'English',
    uuid: '00000000-0000-4000-8000-000000000000',
    version: '1',
    details: null,
    quotes: null,
    ...overrides,
  };
}

/** The service's response to a text, with these differences in its result. */
export function moderationEnvelope(result: object = {}): TextModerationEnvelope {
  return textModerationEnvelopeSchema.parse({
    api: 'service-lang-text',
    success: true,
    TOS: 'https://example.org',
    version: '2.1',
    response: {
      engine1: { baseline: 0.1, raceInvocation: 0.2, politicalLanguage: 0.3 },
      engine2: { raceInvocation: 0.4, defensive: 0.5, baseline: 0.9, aggressive: 0.6, vulgar: 0.7 },
      suggestedAction: ['Flag', 0.8],
      patches: {
        extremistFormattingPatch: false,
        shortVulgarityCommentLeniency: false,
        modelTrainingWordPatch: [],
        curseWordOverride: false,
        sentimentScore: -0.25,
      },
      insights: { dialectPrediction: ['English', 0.99] },
      metadata: {
        modelTrainingWords: [],
        computeTime: 1,
        times: [1],
        uuid: 'a-uuid',
        warningIssued: false,
        endpoint: 'e',
        alloc: 'a',
        latencyAlert: false,
      },
      operator: {},
      ...result,
    },
  });
}
