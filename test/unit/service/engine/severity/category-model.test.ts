import { expect, it } from 'vitest';
import { CATEGORIES } from '../../../../../src/service/engine/categories.ts';
import { loadWeights } from '../../../../../src/service/engine/engine-weights.ts';
import { createLexicon } from '../../../../../src/service/engine/normalise/lexicon.ts';
import { createNormaliser } from '../../../../../src/service/engine/normalise/normalise.ts';
import { createCategoryModel } from '../../../../../src/service/engine/severity/category-model.ts';

const { base, categories } = loadWeights();
const { normalise } = createNormaliser(createLexicon(base.lexicon));
const BIASED = 5;
const shipped = createCategoryModel(categories);
/** The same model, with a network that suspects every text it reads. */
const suspicious = createCategoryModel({
  ...categories,
  network: {
    ...categories.network,
    outBias: categories.network.outBias.map((bias) => bias + BIASED),
  },
});

/** The suspicious network's effect on a text's sums. */
function suspicionOf(sample: string): number[] {
  const tokens = normalise(sample);
  const scores = { toxicity: 0.02, identityHate: 0.01, aggressive: 0.01, vulgar: 0.01 };
  const part = { from: 0, to: tokens.count };
  const [plain, changed] = [shipped, suspicious].map((model) => {
    const sums = new Float64Array(CATEGORIES.length);
    model.score({ tokens, sample }, { scores, part }, sums);
    return sums;
  });
  return [...(changed ?? [])].map((sum, slot) => sum - (plain?.[slot] ?? 0));
}

it('asks the network about a text that the table of features finds doubtful', () => {
  for (const change of suspicionOf('i will find you tonight and cut your throat')) {
    expect(change).toBeCloseTo(BIASED);
  }
});

it('does not ask it about a text that the table finds harmless', () => {
  for (const change of suspicionOf('arsenal slaughtered them in the second half')) {
    expect(change).toBe(0);
  }
});
