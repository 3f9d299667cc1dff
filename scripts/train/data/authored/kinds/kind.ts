import { CATEGORIES, type Category } from '../../../../../src/service/engine/categories.ts';
import type { CategoryLabels, Labels } from '../../example.ts';
import type { Families } from '../families.ts';

export interface Kind {
  name: string;
  templates: Families | readonly string[];
  labels: Labels;
  /** Missing for mixed texts, which aren't used to train categories. */
  categories?: CategoryLabels;
  /** Default: sentences. `code` is left as it is. */
  style?: 'chat' | 'code';
  /** Number of texts per template. */
  texts: number;
  /** Holds out one in six templates (the default), one in six families, or nothing. */
  holdout?: 'families' | 'nothing';
  weight: number;
}

/**
 * Labels these categories as present and all others as absent, except those that such texts may also have, which stay unlabelled.
 */
export function only(
  certain: Category | readonly Category[],
  possible: readonly Category[] = [],
): CategoryLabels {
  const labels = new Set([certain].flat());
  return Object.fromEntries(
    CATEGORIES.filter((category) => !possible.includes(category)).map((category) => [
      category,
      labels.has(category) ? 1 : 0,
    ]),
  );
}

export const HARMLESS: CategoryLabels = Object.fromEntries(
  CATEGORIES.map((category) => [category, 0]),
);

/** Weight of chat lines that come from templates. */
export const CHAT_WEIGHT = 0.4;
