import type { Head } from '../../src/service/engine/model/shape.ts';

/** Probabilities from 0 to 1; a head that is not named is not trained on this text. */
export type Labels = Partial<Record<Head, number>>;

export interface Example {
  text: string;
  /** Where it is from: trained with an offset of its own, so that no source's share of toxic texts colours its style. */
  source: string;
  labels: Labels;
  /** Texts of one group (template, rewritten sentence) go to the same side of the split. */
  group: string;
  /** Whether it is kept back from training, where that is not left to chance. */
  isKeptBack?: boolean;
  /** What its template has in common with others; such families count alike when the hate threshold is chosen. */
  family?: string;
  weight: number;
  /** Factors of the weight for single heads. */
  headWeights?: Labels;
}
