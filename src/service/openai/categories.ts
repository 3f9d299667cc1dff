import { attributeScores } from '../attributes/attribute-scores.ts';
import type { ReadLanguage } from '../attributes/language.ts';
import type { Assessment } from '../engine/engine.ts';

/** OpenAI's categories, in OpenAI's order. */
export const MODERATION_CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'sexual',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm/intent',
  'self-harm/instructions',
  'self-harm',
  'sexual/minors',
  'violence',
  'violence/graphic',
] as const;
export type ModerationCategory = (typeof MODERATION_CATEGORIES)[number];

/** The probabilities of the categories that the engine can score; the others are absent. */
export type ModerationScores = Partial<Record<ModerationCategory, number>>;

/** A text is flagged for a category that is more likely than not. */
export const FLAGGED_FROM = 0.5;

/**
 * Categories that the engine cannot score are absent: graphic violence, sexual content with minors, instructions for violence or
 * self-harm, and the intent to harm oneself. `illicit` covers only scams, `self-harm` only urging others to it.
 */
function englishScores(assessment: Assessment): ModerationScores {
  const { INSULT, IDENTITY_ATTACK, THREAT, SEXUALLY_EXPLICIT } = attributeScores(assessment);
  const { targetedSlur, sexualHarassment, doxxing, selfHarm, extremism, scam } =
    assessment.categories;
  const threat = Math.max(THREAT, assessment.categories.threat);
  return {
    harassment: Math.max(INSULT, targetedSlur, sexualHarassment, doxxing, threat),
    'harassment/threatening': threat,
    sexual: SEXUALLY_EXPLICIT,
    hate: IDENTITY_ATTACK,
    'hate/threatening': Math.min(IDENTITY_ATTACK, threat),
    illicit: scam,
    'self-harm': selfHarm,
    violence: Math.max(threat, extremism),
  };
}

/** In other languages, the engine only tells toxic texts from others. */
export function moderationScores(
  assessment: Assessment,
  { code }: Pick<ReadLanguage, 'code'>,
): ModerationScores {
  return code === 'en'
    ? englishScores(assessment)
    : { harassment: assessment.heads.toxicity, illicit: assessment.categories.scam };
}
