import type { VerdictDetails, VerdictQuotes } from '../../domain/verdict.ts';
import { defuse, spoiler } from '../../rendering/sanitize.ts';

const NAME_LENGTH = 60;
const QUOTES_LENGTH = 300;

/**
 * Everything a result contains besides its suggestion, scores and language, by the service's own names, which its operator
 * knows. One line per value that is not null.
 */
export function verdictDetailLines(
  details: VerdictDetails | null,
  quotes: VerdictQuotes | null,
): string[] {
  // The quotes first: cutting a spoiler would open it.
  return [...quoteLines(quotes), ...(details === null ? [] : detailLines(details))];
}

function detailLines(details: VerdictDetails): string[] {
  const { engine3, patches, warningIssued, latencyAlert, computeTime, times } = details;
  const flags = [
    ...(engine3 === null ? ['engine3 –'] : flagsOf('engine3', engine3)),
    ...flagsOf('patches', patches),
    ...flagsOf('metadata', { warningIssued, latencyAlert }),
  ];
  const values = [
    `insights.dialectPrediction ${details.dialectConfidence}`,
    `metadata.computeTime ${computeTime}`,
    `metadata.times ${times.join(', ') || '–'}`,
    `metadata.endpoint ${shown(details.endpoint)}`,
    `metadata.alloc ${shown(details.alloc)}`,
  ];
  return [flags.join(' · '), values.join(' · ')];
}

function quoteLines(quotes: VerdictQuotes | null): string[] {
  if (quotes === null) return [];
  const { trainingWords, trainingWordPatches, operator } = quotes;
  const words = trainingWords.map((word, index) => {
    const patch = trainingWordPatches[index];
    return patch === undefined ? word : `${word} ${mark(patch)}`;
  });
  return [
    ...(words.length === 0
      ? []
      : [`metadata.modelTrainingWords ${spoiler(defuse(words.join(', '), QUOTES_LENGTH))}`]),
    ...(operator === null ? [] : [`operator ${spoiler(defuse(operator, QUOTES_LENGTH))}`]),
  ];
}

function flagsOf(group: string, flags: Readonly<Record<string, boolean | number>>): string[] {
  return Object.entries(flags).map(
    ([name, value]) =>
      `${group}.${shown(name)} ${typeof value === 'boolean' ? mark(value) : value}`,
  );
}

function mark(value: boolean): string {
  return value ? '✅' : '❌';
}

function shown(text: string): string {
  return defuse(text, NAME_LENGTH) || '–';
}
