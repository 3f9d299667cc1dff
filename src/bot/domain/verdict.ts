import { z } from 'zod';

const flagsSchema = z.record(z.string(), z.union([z.boolean(), z.number()]));

/** The rest of a result, by the service's own names. Contains no words of the text. */
const verdictDetailsSchema = z.object({
  /** Null: the result has none. */
  engine3: flagsSchema.nullable(),
  /** All patches except the two stored elsewhere: `sentimentScore` and `modelTrainingWordPatch`. */
  patches: flagsSchema,
  dialectConfidence: z.number(),
  computeTime: z.number(),
  times: z.array(z.number()),
  warningIssued: z.boolean(),
  latencyAlert: z.boolean(),
  endpoint: z.string(),
  alloc: z.string(),
});
export type VerdictDetails = z.infer<typeof verdictDetailsSchema>;

/** The parts of a result that quote the text, or may quote it. They are kept only as long as the text. */
export const verdictQuotesSchema = z.object({
  trainingWords: z.array(z.string()),
  /** One per training word. */
  trainingWordPatches: z.array(z.boolean()),
  /** JSON; null: empty. The interface does not show its content. */
  operator: z.string().nullable(),
});
export type VerdictQuotes = z.infer<typeof verdictQuotesSchema>;

/** The service's verdict on one sample. Stored with a case. */
export const verdictSchema = z.object({
  /** The first element of `suggestedAction`, as the service spells it. */
  action: z.string(),
  /** The second element, shown as it is: the interface does not define it. */
  confidence: z.number(),
  /** Every numeric score by its path, such as `engine2.vulgar`. */
  scores: z.record(z.string(), z.number()),
  /** Between -1 and 1 in all values seen. */
  sentiment: z.number(),
  language: z.string(),
  /** The service's id of this result, for questions to its operator. */
  uuid: z.string(),
  version: z.string(),
  details: verdictDetailsSchema.nullable(),
  /** Null in a stored case: they are stored with its text. */
  quotes: verdictQuotesSchema.nullable(),
});
export type Verdict = z.infer<typeof verdictSchema>;

/**
 * A score by its path in the result; null: the result has none. Flags such as `patches.curseWordOverride` are 1 if set. The
 * second element of `suggestedAction` has the path `suggestedAction`.
 */
export function scoreAt(verdict: Verdict, path: string): number | null {
  if (Object.hasOwn(verdict.scores, path)) return verdict.scores[path] ?? null;
  switch (path) {
    case 'suggestedAction':
      return verdict.confidence;
    case 'patches.sentimentScore':
      return verdict.sentiment;
    default:
      return flagAt(verdict, path);
  }
}

function flagAt({ details }: Verdict, path: string): number | null {
  const [group, name = ''] = path.split('.', 2);
  if (details === null || (group !== 'engine3' && group !== 'patches')) return null;
  const flags = details[group];
  return flags !== null && Object.hasOwn(flags, name) ? Number(flags[name]) : null;
}

/** The `count` highest scores, highest first. */
export function highestScores(verdict: Verdict, count: number): [name: string, score: number][] {
  return Object.entries(verdict.scores)
    .sort(([, a], [, b]) => b - a)
    .slice(0, count);
}

/** The overall score, which says nothing about why. */
export const OVERALL = 'engine1.baseline';

/** Both engines give these scores. */
const SECOND_ENGINE = /^engine2\.(baseline|raceInvocation)$/;

/** The path of a score, the same for both engines where both give it. */
export function categoryPath(path: string): string {
  return path.replace(SECOND_ENGINE, 'engine1.$1');
}

/** Only these are known to rate the text; what else a service sends may be on any scale. */
const RATING = /^(engine[12]|insights\.categories)\./;

/** Whether the score at a path rates the text: the higher, the more of what it is named after. */
export function ratesText(path: string): boolean {
  return RATING.test(path);
}

/** Categories of harm, such as a threat. A service may name these beside the scores of the interface. */
const CATEGORIES = 'insights.categories.';
/** Their scores are probabilities, so one above this says what the text probably does. */
const IS_LIKELY = 0.5;

export const SEVERE_CATEGORIES = [
  'threat',
  'selfHarm',
  'groupAttack',
  'targetedSlur',
  'sexualHarassment',
  'doxxing',
  'extremism',
  'scam',
] as const;
const SEVERE_PATHS: ReadonlySet<string> = new Set(
  SEVERE_CATEGORIES.map((category) => `${CATEGORIES}${category}`),
);
/** The scores of categories are calibrated probabilities. */
export const IS_CERTAIN = 0.9;

/** The path of the severe category that the service is certain of; null: there is none. */
export function severeCategory({ scores }: Verdict): string | null {
  const [path, score] = Object.entries(scores)
    .filter(([each]) => SEVERE_PATHS.has(each))
    .reduce((highest, each) => (each[1] > highest[1] ? each : highest), ['', 0]);
  return score >= IS_CERTAIN ? path : null;
}

/**
 * Whether a text does severe harm for certain. A service that names no categories is believed, because its suggestion is all
 * it says.
 */
export function isCertainlySevere(verdict: Verdict): boolean {
  if (severeCategory(verdict) !== null) return true;
  return !Object.keys(verdict.scores).some((path) => path.startsWith(CATEGORIES));
}

/** A specific score explains a verdict if it is at least this part of the highest one. */
const EXPLAINS = 0.5;

/** The score that best explains a verdict: a likely category, the highest specific score, or the overall one if that says much more. */
export function decidingScore(verdict: Verdict): { path: string; score: number } | null {
  const scores = highestScores(verdict, Number.MAX_SAFE_INTEGER).flatMap(([path, score]) =>
    score > 0 && ratesText(path) ? [{ path: categoryPath(path), score }] : [],
  );
  const [highest] = scores;
  if (highest === undefined) return null;
  const category = scores.find(({ path }) => path.startsWith(CATEGORIES));
  if (category !== undefined && category.score > IS_LIKELY) return category;
  const specific = scores.find(({ path }) => path !== OVERALL);
  return specific !== undefined && specific.score >= highest.score * EXPLAINS ? specific : highest;
}
