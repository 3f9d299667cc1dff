import { isRecord } from '../../shared/is-record.ts';
import type { TextModerationResult } from '../../service-api/schemas/text-moderation.ts';

/* The scores of a result: those the interface names, and any other that a service sends. */

/** Limits how much a service can add to every case. */
const MAX_OTHERS = 50;
const MAX_PATH_LENGTH = 100;
/** Numbers in the result that are not scores. */
const NO_SCORES: ReadonlySet<string> = new Set(['metadata.computeTime']);

/** Every score by its path, such as `engine2.vulgar` or `insights.categories.threat`. */
export function scoresIn(result: TextModerationResult): Record<string, number> {
  const { engine1, engine2, insights, operator, metadata } = result;
  const scores: Record<string, number> = {
    'engine1.baseline': engine1.baseline,
    'engine1.raceInvocation': engine1.raceInvocation,
    'engine1.politicalLanguage': engine1.politicalLanguage,
    'engine2.raceInvocation': engine2.raceInvocation,
    'engine2.defensive': engine2.defensive,
    'engine2.aggressive': engine2.aggressive,
    'engine2.vulgar': engine2.vulgar,
  };
  // The interface allows a string here; one that is not a number cannot be compared.
  const baseline =
    typeof engine2.baseline === 'string' ? engine2.baseline.trim() : engine2.baseline;
  if (baseline !== '' && Number.isFinite(Number(baseline))) {
    scores['engine2.baseline'] = Number(baseline);
  }
  const others = { left: MAX_OTHERS };
  addNumbers(scores, 'engine1', engine1, others);
  addNumbers(scores, 'engine2', engine2, others);
  addNumbers(scores, 'insights', insights, others);
  addNumbers(scores, 'operator', operator, others);
  addNumbers(scores, 'metadata', metadata, others);
  return scores;
}

/** Adds the numbers of an object, and those of the objects directly in it. Runs for every message, so it copies nothing. */
function addNumbers(
  scores: Record<string, number>,
  path: string,
  group: Readonly<Record<string, unknown>>,
  others: { left: number },
  isNested = false,
): void {
  for (const name in group) {
    const value = group[name];
    if (typeof value === 'number') {
      const full = `${path}.${name}`;
      if (full in scores || NO_SCORES.has(full) || others.left === 0) continue;
      if (!Number.isFinite(value) || full.length > MAX_PATH_LENGTH) continue;
      others.left -= 1;
      scores[full] = value;
    } else if (!isNested && isRecord(value)) {
      addNumbers(scores, `${path}.${name}`, value, others, true);
    }
  }
}
