import type { Verdict, VerdictDetails, VerdictQuotes } from '../../domain/verdict.ts';

/** A file beside an answer. */
interface TechnicalFile {
  readonly name: 'technical.txt';
  readonly data: Buffer;
}

/**
 * Everything a result contains, by the service's own names, which its operator knows. One value per line; what quotes the
 * text comes last, because Discord shows the beginning of a file.
 */
export function technicalFile(verdict: Verdict, quotes: VerdictQuotes | null): TechnicalFile {
  const { action, confidence, scores, sentiment, language, uuid, version, details } = verdict;
  const lines = [
    `suggestedAction ${action} ${confidence}`,
    ...linesOf('', scores),
    `patches.sentimentScore ${sentiment}`,
    `insights.dialectPrediction ${language} ${details?.dialectConfidence ?? ''}`.trimEnd(),
    `metadata.uuid ${uuid}`,
    `version ${version}`,
    ...(details === null ? [] : detailLines(details)),
    ...(quotes === null ? [] : quoteLines(quotes)),
  ];
  return { name: 'technical.txt', data: Buffer.from(`${lines.join('\n')}\n`) };
}

function detailLines(details: VerdictDetails): string[] {
  const { engine3, patches, warningIssued, latencyAlert, computeTime, times, endpoint } = details;
  return [
    ...(engine3 === null ? ['engine3 null'] : linesOf('engine3.', engine3)),
    ...linesOf('patches.', patches),
    ...linesOf('metadata.', { warningIssued, latencyAlert, computeTime }),
    `metadata.times ${times.join(', ')}`,
    `metadata.endpoint ${endpoint}`,
    `metadata.alloc ${details.alloc}`,
  ];
}

function quoteLines({ trainingWords, trainingWordPatches, operator }: VerdictQuotes): string[] {
  const words = trainingWords.map((word, index) => `${word} ${trainingWordPatches[index] ?? ''}`);
  return [
    ...words.map((word) => `metadata.modelTrainingWords ${word.trimEnd()}`),
    ...(operator === null ? [] : [`operator ${operator}`]),
  ];
}

function linesOf(group: string, values: Readonly<Record<string, boolean | number>>): string[] {
  return Object.entries(values).map(([name, value]) => `${group}${name} ${value}`);
}
