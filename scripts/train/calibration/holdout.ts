import { HEAD_COUNT, HEADS } from '../../../src/service/engine/model/shape.ts';
import { createScorer } from '../../../src/service/engine/model/scorer.ts';
import type { Weights } from '../../../src/service/engine/model/weights.ts';
import { createLexicon } from '../../../src/service/engine/normalise/lexicon.ts';
import { createNormaliser } from '../../../src/service/engine/normalise/normalise.ts';
import { headsOf } from '../../../src/service/engine/model/heads.ts';
import { hashText } from '../../../src/service/engine/normalise/hash.ts';
import { createTermFinder } from '../../../src/service/engine/rules/harmful-terms.ts';
import { isLeniencyDue } from '../../../src/service/engine/rules/leniency.ts';
import type { HoldoutScores } from './calibrate.ts';
import type { Example } from '../data/example.ts';
import type { JudgedExample } from './thresholds.ts';

/** Weight of a text from a template in the calibration: templates yield many similar texts. */
const AUTHORED_SHARE = 0.15;

/** Scores the holdout texts with the engine as it is shipped, including quantised weights. */
export function scoreHoldout(weights: Weights, holdout: readonly Example[]): HoldoutScores {
  const { normalise } = createNormaliser(createLexicon(weights.lexicon));
  const scorer = createScorer(weights);
  const scores: HoldoutScores = {
    linear: new Float32Array(holdout.length * HEAD_COUNT),
    conv: new Float32Array(holdout.length * HEAD_COUNT),
    labels: new Float32Array(holdout.length * HEAD_COUNT),
    weights: Float32Array.from(holdout, ({ source }) =>
      source.startsWith('authored') ? AUTHORED_SHARE : 1,
    ),
  };
  holdout.forEach(({ text, labels }, row) => {
    const { linear, conv } = scorer.score(normalise(text));
    scores.linear.set(linear, row * HEAD_COUNT);
    scores.conv.set(conv, row * HEAD_COUNT);
    HEADS.forEach((head, slot) => {
      scores.labels[row * HEAD_COUNT + slot] = labels[head] ?? -1;
    });
  });
  return scores;
}

/** The holdout texts' scores, and whether the engine's leniency applies to them. */
export function judgeHoldout(weights: Weights, holdout: readonly Example[]): JudgedExample[] {
  const lexicon = createLexicon(weights.lexicon);
  const { normalise } = createNormaliser(lexicon);
  const scorer = createScorer(weights);
  const terms = createTermFinder(lexicon, weights.marks, (word) => lexicon.find(hashText(word)));
  return holdout.map((example) => {
    const tokens = normalise(example.text);
    const heads = headsOf(scorer.score(tokens));
    return { example, heads, isLenient: isLeniencyDue(tokens, heads, terms) };
  });
}
