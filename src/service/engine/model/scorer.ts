import type { Tokens } from '../normalise/tokens.ts';
import { clearStretch, createConvModel, createStretch } from './conv-model.ts';
import { createLinearModel } from './linear-model.ts';
import { HEAD_COUNT, HEADS } from './shape.ts';
import type { Weights } from './weights.ts';
import { createClassifier } from './word-row.ts';

/** The models know short texts only: longer ones are judged in parts of at most this many words. */
const MAX_PART = 40;
const MAX_WHOLE = 48;
/** In a long text the second model reads only the parts that the first one finds worst; it costs several times as much. */
const MAX_READ_PARTS = 3;
const TOXICITY = HEADS.indexOf('toxicity');
const POWER = 0.5;
/** Keeps the odds finite. */
const MAX_LOGIT = 30;

export interface Scores {
  /** Logits of the two models; of a longer text, those of its worst part. */
  linear: Float32Array;
  conv: Float32Array;
  /** Calibrated logits. */
  combined: Float32Array;
  /** What each word adds to each head of the linear model. */
  words: Float32Array;
  /** The words of the worst part, all of them in a shorter text; `to` is exclusive. */
  worst: { from: number; to: number };
}

export interface Scorer {
  /** The result is overwritten by the next call. */
  score(tokens: Tokens): Scores;
}

export function createScorer(weights: Weights): Scorer {
  const { slope, offset } = weights.meta.calibration;
  const linearModel = createLinearModel(weights);
  const convModel = createConvModel(weights);
  const classify = createClassifier(weights.marks);
  const stretch = createStretch();
  const odds = new Float64Array(HEAD_COUNT);
  const linear = new Float32Array(HEAD_COUNT);
  const conv = new Float32Array(HEAD_COUNT);
  const scores: Scores = {
    linear: new Float32Array(HEAD_COUNT),
    conv: new Float32Array(HEAD_COUNT),
    combined: new Float32Array(HEAD_COUNT),
    words: new Float32Array(0),
    worst: { from: 0, to: 0 },
  };

  /** Four heads at a time, in variables: several times as fast as adding to an array. */
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

  const asksConv = (from: number, to: number): void => {
    clearStretch(stretch);
    convModel.read(from, to, stretch);
    convModel.score(stretch, conv);
  };

  const scoreWhole = (count: number): void => {
    asksConv(0, count);
    sumWords(0, count);
    scores.linear.set(linear);
    scores.conv.set(conv);
    scores.worst = { from: 0, to: count };
    for (let head = 0; head < HEAD_COUNT; head += 1) scores.combined[head] = combine(head);
  };

  /** The toxicity from which on the second model is asked as well. */
  const readingLimit = (sums: Float32Array, parts: number): number => {
    if (parts <= MAX_READ_PARTS) return -Infinity;
    const ranked = Float32Array.from(
      { length: parts },
      (_, part) => sums[part * HEAD_COUNT + TOXICITY] ?? 0,
    );
    return ranked.sort()[parts - MAX_READ_PARTS] ?? -Infinity;
  };

  /**
   * A text's odds are a mean of its parts' odds, of their square roots to be exact: one bad part counts, but a long
   * text has more chances of a part that merely looks bad. The power was chosen on texts kept back, put together.
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
    let asked = 0;
    for (let part = 0; part < parts; part += 1) {
      const from = part * size;
      const to = Math.min(count, from + size);
      linear.set(sums.subarray(part * HEAD_COUNT, (part + 1) * HEAD_COUNT));
      // Where the second model is not asked, the first one's answer stands in for it.
      if ((linear[TOXICITY] ?? 0) >= limit && asked < MAX_READ_PARTS) {
        asksConv(from, to);
        asked += 1;
      } else conv.set(linear);
      for (let head = 0; head < HEAD_COUNT; head += 1) {
        const power = Math.exp(POWER * Math.min(MAX_LOGIT, combine(head)));
        odds[head] = (odds[head] ?? 0) + power / parts;
      }
      const toxicity = combine(TOXICITY);
      if (toxicity <= worst) continue;
      worst = toxicity;
      scores.worst = { from, to };
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
