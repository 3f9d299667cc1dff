import type { Tokens } from '../normalise/tokens.ts';
import { clearWordWindow, createConvModel, createWordWindow } from './conv-model.ts';
import { createLinearModel } from './linear-model.ts';
import { HEAD_COUNT, HEADS } from './shape.ts';
import type { Weights } from './weights.ts';
import { createWordClassifier } from './word-row.ts';

/** The models are trained on short texts: split longer ones into parts of at most this many words. */
const MAX_PART = 40;
const MAX_WHOLE = 48;
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
  /** Each word's contribution to each head of the linear model. */
  words: Float32Array;
  /** The words of the worst part (all words of a short text); `to` is exclusive. */
  worstPart: { from: number; to: number };
}

export interface Scorer {
  /** The next call overwrites the result. */
  score(tokens: Tokens): Scores;
}

export function createScorer(weights: Weights): Scorer {
  const { slope, offset } = weights.meta.calibration;
  const linearModel = createLinearModel(weights);
  const convModel = createConvModel(weights);
  const classify = createWordClassifier(weights.marks);
  const window = createWordWindow();
  const odds = new Float64Array(HEAD_COUNT);
  const linear = new Float32Array(HEAD_COUNT);
  const conv = new Float32Array(HEAD_COUNT);
  const scores: Scores = {
    linear: new Float32Array(HEAD_COUNT),
    conv: new Float32Array(HEAD_COUNT),
    combined: new Float32Array(HEAD_COUNT),
    worst: new Float32Array(HEAD_COUNT),
    words: new Float32Array(0),
    worstPart: { from: 0, to: 0 },
  };

  /** Four heads at a time in local variables: several times as fast as adding into an array. */
  const sumWords = (from: number, to: number): void => {
    const { words } = scores;
    for (let head = 0; head < HEAD_COUNT; head += 4) {
      const { bias } = linearModel;
      let a = bias[head] ?? 0;
      let b = bias[head + 1] ?? 0;
      let c = bias[head + 2] ?? 0;
      let d = bias[head + 3] ?? 0;
      for (let at = from * HEAD_COUNT + head; at < to * HEAD_COUNT; at += HEAD_COUNT) {
        a = Math.fround(a + (words[at] ?? 0));
        b = Math.fround(b + (words[at + 1] ?? 0));
        c = Math.fround(c + (words[at + 2] ?? 0));
        d = Math.fround(d + (words[at + 3] ?? 0));
      }
      linear[head] = a;
      linear[head + 1] = b;
      linear[head + 2] = c;
      linear[head + 3] = d;
    }
  };

  const combine = (head: number): number =>
    (slope[head] ?? 0) * ((linear[head] ?? 0) + (conv[head] ?? 0)) + (offset[head] ?? 0);

  const scoreConv = (from: number, to: number): void => {
    clearWordWindow(window);
    convModel.read(from, to, window);
    convModel.score(window, conv);
  };

  const scoreWhole = (count: number): void => {
    scoreConv(0, count);
    sumWords(0, count);
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
  const scoreParts = (count: number): void => {
    const parts = Math.ceil(count / MAX_PART);
    const size = Math.ceil(count / parts);
    const sums = new Float32Array(parts * HEAD_COUNT);
    for (let part = 0; part < parts; part += 1) {
      sumWords(part * size, Math.min(count, (part + 1) * size));
      sums.set(linear, part * HEAD_COUNT);
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
        scoreConv(from, to);
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
      scores.words = linearModel.score(tokens, classify(tokens));
      convModel.begin(tokens);
      if (tokens.count <= MAX_WHOLE) scoreWhole(tokens.count);
      else scoreParts(tokens.count);
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
