import type { EngineAction } from '../../../src/service/engine/engine.ts';
import type { Category } from '../../../src/service/engine/categories.ts';
import type { FilterBaseline } from '../baselines.ts';

/** The part of the engine's verdict that is measured. */
export interface Verdict {
  action: EngineAction;
  /** The category that decided; null for `pass`. */
  category: Category | null;
  /** Toxicity from 0 to 1. */
  toxicity: number;
  /** The highest score for abuse or hate, and the highest for hate alone. */
  abuse: number;
  hate: number;
}

export interface Subject {
  judge(text: string): Verdict;
  /** Reads the text in this language instead of detecting one. */
  judgeIn(language: string, text: string): Verdict;
  /** The probability of a scam by links and wording alone. */
  scamProbability(text: string): number;
  filters: readonly FilterBaseline[];
}

export const isTouched = ({ action }: Verdict): boolean => action !== 'pass';
export const isDeleted = ({ action }: Verdict): boolean => action === 'delete';

/** The share of items for which `holds` is true; NaN without items. */
export function shareOf<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.filter(holds).length / items.length;
}
