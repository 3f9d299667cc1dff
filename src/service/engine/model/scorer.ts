import type { Tokens } from '../normalise/tokens.ts';
import { createKernels, type Kernels } from '../simd/kernels.ts';
import { createConvModel } from './conv-model.ts';
import { createLinearModel } from './linear-model.ts';
import { HEAD_COUNT, HEADS, MAX_WORDS } from './shape.ts';
import type { Weights } from './weights.ts';
import { createWordClassifier } from './word-row.ts';

/** The models are trained on short texts: split those of more than `MAX_WORDS` into parts of at most this many words. */
const MAX_PART = 40;
/** In a long text, the slower second model reads only the parts the first model scores worst. */
const MAX_READ_PARTS = 3;
const TOXICITY = HEADS.indexOf('toxicity');
const POWER = 0.5;
/** Keeps the odds finite. */
const MAX_LOGIT = 30;

export interface Scores {
  /** Logits of each model; for a long text, those of its worst part. */
  linear: Float32Array;
  conv: Float32Array;
  /** Calibrated logits. */
  combined: Float32Array;
  /** Calibrated logits of the worst part. */
  worst: Float32Array;
  /** The words of the worst part (all words of a short text); `to` is exclusive. */
  worstPart: { from: number; to: number };
}

export interface Scorer {
  /** The next call overwrites the result. */
  score(tokens: Tokens): Scores;
}

export function createScorer(weights: Weights, kernels: Kernels = createKernels()): Scorer {
  const { slope, offset } = weights.meta.calibration;
  const linearModel = createLinearModel(weights, kernels);
  const convModel = createConvModel(weights, kernels);
  const classify = createWordClassifier(weights.marks);
  const odds = new Float64Array(HEAD_COUNT);
  const linear = new Float32Array(HEAD_COUNT);
  const conv = new Float32Array(HEAD_COUNT);
  const scores: Scores = {
    linear: new Float32Array(HEAD_COUNT),
    conv: new Float32Array(HEAD_COUNT),
    combined: new Float32Array(HEAD_COUNT),
    worst: new Float32Array(HEAD_COUNT),
    worstPart: { from: 0, to: 0 },
  };

  const combine = (head: number): number =>
    (slope[head] ?? 0) * ((linear[head] ?? 0) + (conv[head] ?? 0)) + (offset[head] ?? 0);

  const scoreWhole = (tokens: Tokens): void => {
    const { count } = tokens;
    linear.set(linearModel.score(0, count));
    conv.set(convModel.score(tokens, 0, count));
    scores.linear.set(linear);
    scores.conv.set(conv);
    scores.worstPart = { from: 0, to: count };
    for (let head = 0; head < HEAD_COUNT; head += 1) scores.combined[head] = combine(head);
    scores.worst.set(scores.combined);
  };

  /**
   * A text's odds are a power mean (square roots) of its parts' odds: one bad part counts, but a long text has more
   * parts that look bad by chance. The exponent was chosen on concatenated holdout texts.
   */
  const scoreParts = (tokens: Tokens): void => {
    const { count } = tokens;
    const parts = Math.ceil(count / MAX_PART);
    const size = Math.ceil(count / parts);
    const sums = new Float32Array(parts * HEAD_COUNT);
    for (let part = 0; part < parts; part += 1) {
      const logits = linearModel.score(part * size, Math.min(count, (part + 1) * size));
      sums.set(logits, part * HEAD_COUNT);
    }
    const limit = readingLimit(sums, parts);
    odds.fill(0);
    let worst = -Infinity;
    let partsRead = 0;
    for (let part = 0; part < parts; part += 1) {
      const from = part * size;
      const to = Math.min(count, from + size);
      linear.set(sums.subarray(part * HEAD_COUNT, (part + 1) * HEAD_COUNT));
      // For parts the second model doesn't read, use the first model's logits twice.
      if ((linear[TOXICITY] ?? 0) >= limit && partsRead < MAX_READ_PARTS) {
        conv.set(convModel.score(tokens, from, to));
        partsRead += 1;
      } else conv.set(linear);
      for (let head = 0; head < HEAD_COUNT; head += 1) {
        const power = Math.exp(POWER * Math.min(MAX_LOGIT, combine(head)));
        odds[head] = (odds[head] ?? 0) + power / parts;
      }
      const toxicity = combine(TOXICITY);
      if (toxicity <= worst) continue;
      worst = toxicity;
      scores.worstPart = { from, to };
      for (let head = 0; head < HEAD_COUNT; head += 1) scores.worst[head] = combine(head);
      scores.linear.set(linear);
      scores.conv.set(conv);
    }
    for (let head = 0; head < HEAD_COUNT; head += 1) {
      scores.combined[head] = Math.log(odds[head] ?? 1) / POWER;
    }
  };

  return {
    score(tokens) {
      linearModel.begin(tokens, classify(tokens));
      if (tokens.count <= MAX_WORDS) scoreWhole(tokens);
      else scoreParts(tokens);
      return scores;
    },
  };
}

/** The lowest toxicity at which the second model also reads a part. */
function readingLimit(sums: Float32Array, parts: number): number {
  if (parts <= MAX_READ_PARTS) return -Infinity;
  const ranked = Float32Array.from(
    { length: parts },
    (_, part) => sums[part * HEAD_COUNT + TOXICITY] ?? 0,
  );
  return ranked.sort()[parts - MAX_READ_PARTS] ?? -Infinity;
}
