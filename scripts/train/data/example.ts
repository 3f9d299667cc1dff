import type { Category } from '../../../src/service/engine/categories.ts';
import type { Head } from '../../../src/service/engine/model/shape.ts';

/** Probabilities from 0 to 1; missing heads aren't trained on this text. */
export type Labels = Partial<Record<Head, number>>;

/** Probabilities from 0 to 1; missing categories aren't trained on this text. */
export type CategoryLabels = Partial<Record<Category, number>>;

export interface Example {
  text: string;
  /** The dataset. Each has an offset that is trained with it, so that its share of toxic texts doesn't rub off on its style. */
  source: string;
  labels: Labels;
  categories?: CategoryLabels;
  /** Texts of one group (a template, a rewritten sentence) stay on the same side of the split. */
  group: string;
  /** Overrides the split by hash. */
  isHoldout?: boolean;
  /** The template's family; all families count alike when the hate threshold is chosen. */
  family?: string;
  weight: number;
  /** Factors for the weights of single heads. */
  headWeights?: Labels;
}
