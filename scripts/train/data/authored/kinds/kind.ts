import { CATEGORIES, type Category } from '../../../../../src/service/engine/categories.ts';
import type { CategoryLabels, Labels } from '../../example.ts';
import type { Families } from '../families.ts';

export interface Kind {
  name: string;
  templates: Families | readonly string[];
  labels: Labels;
  /** Missing: mixed texts, which aren't trained on categories. */
  categories?: CategoryLabels;
  /** Sentences by default; code stays as it is. */
  style?: 'chat' | 'code';
  /** Texts per template. */
  texts: number;
  /** Holds out one in six templates (the default), one in six families, or nothing. */
  holdout?: 'families' | 'nothing';
  weight: number;
}

/** These categories and no other, except those that such texts may also have: they stay unlabelled. */
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

/** Weight of the chat lines from templates. */
export const CHAT_WEIGHT = 0.4;
