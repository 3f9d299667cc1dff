import type { EngineAction } from '../../../src/service/engine/engine.ts';
import type { Category } from '../../../src/service/engine/categories.ts';
import type { FilterBaseline } from '../baselines.ts';

/** What the engine says about a text, as far as it is measured. */
export interface Verdict {
  action: EngineAction;
  /** The category that decided; null for `pass`. */
  category: Category | null;
  /** From 0 to 1: how toxic the text is. */
  toxicity: number;
  /** The highest of the scores for abuse and hate, and of those for hate alone. */
  abuse: number;
  hate: number;
}

/** The subject of the measurements: the engine behind language detection, as the service runs it. */
export interface Subject {
  judge(text: string): Verdict;
  /** Reads the text in this language instead of the detected one. */
  judgeIn(language: string, text: string): Verdict;
  /** The probability of a scam by links and wording alone. */
  scamProbability(text: string): number;
  filters: readonly FilterBaseline[];
}

export const isTouched = ({ action }: Verdict): boolean => action !== 'pass';
export const isDeleted = ({ action }: Verdict): boolean => action === 'delete';

/** The share of items for which something holds; NaN without items. */
export function shareOf<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.filter(holds).length / items.length;
}
