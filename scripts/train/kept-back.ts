import { HEAD_COUNT, HEADS } from '../../src/service/engine/model/shape.ts';
import { createScorer } from '../../src/service/engine/model/scorer.ts';
import type { Weights } from '../../src/service/engine/model/weights.ts';
import { createLexicon } from '../../src/service/engine/normalise/lexicon.ts';
import { createNormaliser } from '../../src/service/engine/normalise/normalise.ts';
import { createTrainedEngine } from '../../src/service/engine/trained-engine.ts';
import type { DevScores } from './calibrate.ts';
import type { Example } from './example.ts';
import type { JudgedExample } from './thresholds.ts';

/** What a text made of a template counts for the calibration: there are many, and much alike. */
const AUTHORED_SHARE = 0.15;

/** What the engine itself, rounded weights and all, says of texts that training has not seen. */
export function scoreDev(weights: Weights, dev: readonly Example[]): DevScores {
  const { normalise } = createNormaliser(createLexicon(weights.lexicon));
  const scorer = createScorer(weights);
  const scores: DevScores = {
    linear: new Float32Array(dev.length * HEAD_COUNT),
    conv: new Float32Array(dev.length * HEAD_COUNT),
    labels: new Float32Array(dev.length * HEAD_COUNT),
    weights: Float32Array.from(dev, ({ source }) =>
      source.startsWith('authored') ? AUTHORED_SHARE : 1,
    ),
  };
  dev.forEach(({ text, labels }, row) => {
    const { linear, conv } = scorer.score(normalise(text));
    scores.linear.set(linear, row * HEAD_COUNT);
    scores.conv.set(conv, row * HEAD_COUNT);
    HEADS.forEach((head, slot) => {
      scores.labels[row * HEAD_COUNT + slot] = labels[head] ?? -1;
    });
  });
  return scores;
}

/** The scores of the texts kept back, and whether the engine's leniency would let them pass. */
export function judgeDev(weights: Weights, dev: readonly Example[]): JudgedExample[] {
  const thresholds = { ...weights.meta.thresholds, flag: 0 };
  const strict = createTrainedEngine({ ...weights, meta: { ...weights.meta, thresholds } });
  return dev.map((example) => {
    const { heads, patches } = strict.assess(example.text);
    return { example, heads, isLenient: patches.shortVulgarityLeniency };
  });
}
