import { auc } from '../../train/calibration/metrics.ts';
import { hashText, spread } from '../../../src/service/engine/normalise/hash.ts';
import { groupNearDuplicates } from '../../train/data/near-duplicates.ts';
import type { LabelledText } from '../sets/labelled-sets.ts';
import { isTouched, shareOf, type Subject } from './verdict.ts';

/** Training holds out one in ten groups of similar texts, chosen by hash. */
const HOLDOUT_INTERVAL = 10;

export function heldOut(texts: readonly LabelledText[]): LabelledText[] {
  const groups = groupNearDuplicates(texts.map(({ text }) => text));
  return texts.filter((_, at) => spread(hashText(groups[at] ?? '')) % HOLDOUT_INTERVAL === 0);
}

export interface ConversationRow {
  name: string;
  texts: number;
  auc: number;
  precision: number;
  recall: number;
  filters: readonly { name: string; precision: number; recall: number }[];
}

/** Measures the verdicts on English texts that are rated as `rating` says. */
export function measureConversation(
  { name, rating }: { name: string; rating: 'abuse' | 'hate' },
  texts: readonly LabelledText[],
  subject: Subject,
): ConversationRow {
  const judged = texts.map(({ text, label }) => ({
    text,
    label,
    verdict: subject.judgeIn('en', text),
  }));
  const positives = judged.filter(({ label }) => label);
  const precisionAndRecall = (
    isHit: (row: (typeof judged)[number]) => boolean,
  ): { precision: number; recall: number } => ({
    precision: shareOf(judged.filter(isHit), ({ label }) => label),
    recall: shareOf(positives, isHit),
  });
  return {
    name,
    texts: texts.length,
    auc: auc(
      judged.map(({ verdict }) => verdict[rating]),
      judged.map(({ label }) => label),
    ),
    ...precisionAndRecall(({ verdict }) => isTouched(verdict)),
    filters: subject.filters.map((filter) => ({
      name: filter.name,
      ...precisionAndRecall(({ text }) => filter.hits(text)),
    })),
  };
}
