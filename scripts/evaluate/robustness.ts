import type { Engine } from '../../src/service/engine/engine.ts';
import { ATTACKS, attackText } from '../train/data/attacks.ts';
import { createRandom } from '../train/random.ts';
import { thresholdAt } from './measures.ts';
import type { ScoredSet } from './scored.ts';

const SEED = 99;
const FALSE_POSITIVES = 0.05;
/** Only comments as long as chat messages, because nobody disguises an essay word by word. */
const MAX_LENGTH = 400;

export interface AttackResult {
  name: string;
  isTrained: boolean;
  recall: number;
}

export interface Robustness {
  texts: number;
  cleanRecall: number;
  attacks: AttackResult[];
}

/** Recall with every word of the toxic texts disguised, at the threshold that gives 5 % false positives on undisguised texts. */
export function measureRobustness(engine: Engine, scored: readonly ScoredSet[]): Robustness {
  const rows = scored.flatMap(({ texts, heads }) =>
    texts.map(({ text, label }, row) => ({ text, label, toxicity: heads[row]?.toxicity ?? 0 })),
  );
  const short = rows.filter(({ text }) => text.length < MAX_LENGTH);
  const negatives = short.filter(({ label }) => !label).map(({ toxicity }) => toxicity);
  const threshold = thresholdAt(FALSE_POSITIVES, negatives);
  const positives = short.filter(({ label }) => label);
  const recall = (toxicities: readonly number[]): number =>
    toxicities.filter((toxicity) => toxicity >= threshold).length / toxicities.length;
  return {
    texts: positives.length,
    cleanRecall: recall(positives.map(({ toxicity }) => toxicity)),
    attacks: ATTACKS.map((attack) => {
      const random = createRandom(SEED);
      const toxicities = positives.map(
        ({ text }) => engine.assess(attackText(text, attack, { random })).heads.toxicity,
      );
      return { name: attack.name, isTrained: attack.isTrained, recall: recall(toxicities) };
    }),
  };
}
