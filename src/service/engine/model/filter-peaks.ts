import { higher } from './higher.ts';

/** Projections of words are fixed-point integers with this scale, within ±32: integer addition is fastest. */
export const PRECISION = 1024;
const LIMIT = 32767;

/** Less than any response of a filter. */
export const NO_RESPONSE = -(2 ** 30);

export const toFixedPoint = (value: number): number =>
  Math.max(-LIMIT, Math.min(LIMIT, Math.round(value * PRECISION)));

/** Words whose contributions to filters over three words are known. */
export interface ProjectedWords {
  /** Each word's contributions to the filters as their first, middle and last word. */
  readonly projections: Int16Array;
  /** Offset of each word's projections; the text begins at 1, between two words that contribute nothing. */
  readonly starts: Int32Array;
}

/**
 * Raises `peaks` to the highest response of each filter at the words `from` to `to` (exclusive). Their number is a
 * multiple of four: four at a time in local variables are several times as fast as comparing within an array.
 */
export function raisePeaks(
  { projections, starts }: ProjectedWords,
  peaks: Int32Array,
  from: number,
  to: number,
): void {
  const filters = peaks.length;
  for (let f = 0; f < filters; f += 4) {
    let a = peaks[f] ?? 0;
    let b = peaks[f + 1] ?? 0;
    let c = peaks[f + 2] ?? 0;
    let d = peaks[f + 3] ?? 0;
    for (let at = from; at < to; at += 1) {
      const before = (starts[at] ?? 0) + f;
      const here = (starts[at + 1] ?? 0) + filters + f;
      const after = (starts[at + 2] ?? 0) + 2 * filters + f;
      a = higher(
        a,
        (projections[before] ?? 0) + (projections[here] ?? 0) + (projections[after] ?? 0),
      );
      b = higher(
        b,
        (projections[before + 1] ?? 0) +
          (projections[here + 1] ?? 0) +
          (projections[after + 1] ?? 0),
      );
      c = higher(
        c,
        (projections[before + 2] ?? 0) +
          (projections[here + 2] ?? 0) +
          (projections[after + 2] ?? 0),
      );
      d = higher(
        d,
        (projections[before + 3] ?? 0) +
          (projections[here + 3] ?? 0) +
          (projections[after + 3] ?? 0),
      );
    }
    peaks[f] = a;
    peaks[f + 1] = b;
    peaks[f + 2] = c;
    peaks[f + 3] = d;
  }
}
