import type { Category } from '../../../src/service/engine/categories.ts';
import type { Head } from '../../../src/service/engine/model/shape.ts';

/** Probabilities from 0 to 1; missing heads aren't trained on this text. */
export type Labels = Partial<Record<Head, number>>;

/** Probabilities from 0 to 1; missing categories aren't trained on this text. */
export type CategoryLabels = Partial<Record<Category, number>>;

export interface Example {
  text: string;
  /** The dataset. Each gets its own trained offset, so that its share of toxic texts doesn't colour its style. */
  source: string;
  labels: Labels;
  categories?: CategoryLabels;
  /** Texts of a group (template, rewritten sentence) stay on the same side of the split. */
  group: string;
  /** Overrides the split by hash. */
  isHoldout?: boolean;
  /** The template's family; families count alike in the choice of the hate threshold. */
  family?: string;
  weight: number;
  /** Weight factors of single heads. */
  headWeights?: Labels;
}
