import { CATEGORIES } from '../../../src/service/engine/categories.ts';
import { createScorer } from '../../../src/service/engine/model/scorer.ts';
import { HEADS } from '../../../src/service/engine/model/shape.ts';
import type { Weights } from '../../../src/service/engine/model/weights.ts';
import { createLexicon } from '../../../src/service/engine/normalise/lexicon.ts';
import { createNormaliser } from '../../../src/service/engine/normalise/normalise.ts';
import { FEATURE_BUCKETS } from '../../../src/service/engine/severity/category-weights.ts';
import {
  addBaseScores,
  createFeatureReader,
  createFeatures,
  MAX_WINDOW,
  type ClassOf,
} from '../../../src/service/engine/severity/features.ts';
import type { Example } from '../data/example.ts';
import { createList } from '../data/encode.ts';
import type { Random } from '../random.ts';
import { sigmoid } from '../sigmoid.ts';
import type { CategoryTexts } from './train-categories.ts';

/** The share of texts whose base scores are left out, as the engine does for windows of long texts. */
const WITHOUT_BASE = 0.2;

/** Reads the texts with the shipped normaliser and base model. */
export function encodeTexts(
  examples: readonly Example[],
  { weights, classOf, random }: { weights: Weights; classOf: ClassOf; random: Random },
): CategoryTexts {
  const { normalise } = createNormaliser(createLexicon(weights.lexicon));
  const scorer = createScorer(weights);
  const reader = createFeatureReader(classOf);
  const features = createFeatures();
  const starts = createList();
  const rows = createList();
  const labels = new Float32Array(examples.length * CATEGORIES.length);
  examples.forEach(({ text, categories = {} }, index) => {
    const tokens = normalise(text);
    const { combined } = scorer.score(tokens);
    const of = (head: (typeof HEADS)[number]): number =>
      sigmoid(combined[HEADS.indexOf(head)] ?? 0);
    starts.push(rows.length());
    reader.read(
      { tokens, sample: text },
      { from: 0, to: Math.min(tokens.count, MAX_WINDOW) },
      features,
    );
    const isWithout = random.next() < WITHOUT_BASE;
    if (tokens.count <= MAX_WINDOW && !isWithout) {
      addBaseScores(features, {
        toxicity: of('toxicity'),
        identityHate: of('identityHate'),
        aggressive: of('aggressive'),
        vulgar: of('vulgar'),
      });
    }
    for (let at = 0; at < features.count; at += 1) {
      rows.push((features.hash[at] ?? 0) & (FEATURE_BUCKETS - 1));
    }
    CATEGORIES.forEach((category, slot) => {
      labels[index * CATEGORIES.length + slot] = categories[category] ?? -1;
    });
  });
  starts.push(rows.length());
  return {
    start: starts.done(),
    features: rows.done(),
    labels,
    weights: Float32Array.from(examples, ({ weight }) => weight),
  };
}
