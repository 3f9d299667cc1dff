import { describe, expect, it } from 'vitest';
import { softened } from '../../../scripts/train/soft-labels.ts';
import type { Dataset } from '../../../scripts/train/encode.ts';
import type { Teacher } from '../../../scripts/train/teachers.ts';
import { HEAD_COUNT } from '../../../src/service/engine/model/shape.ts';

/** One text, whose first head is labelled. */
function oneText(label: number): Dataset {
  const none = new Int32Array(0);
  const labels = new Float32Array(HEAD_COUNT).fill(-1);
  labels[0] = label;
  return {
    count: 1,
    wordStart: Int32Array.of(0, 0),
    words: none,
    pairStart: Int32Array.of(0, 0),
    pairs: none,
    labels,
    sources: Uint8Array.of(0),
    weights: new Float32Array(HEAD_COUNT).fill(1),
  };
}

const teacher = (logit: number, isTaught: boolean): Teacher => ({
  logits: new Float32Array(HEAD_COUNT).fill(logit),
  isTaught: () => isTaught,
});

describe('labels softened by teachers', () => {
  it('lie between what the set and what a teacher says that was not taught it', () => {
    const { labels } = softened(oneText(1), [teacher(-20, false)], () => false);
    expect(labels[0]).toBeGreaterThan(0.1);
    expect(labels[0]).toBeLessThan(0.9);
  });

  it('take no word from a teacher that was taught the text', () => {
    const [taught, untaught] = [teacher(-20, true), teacher(20, false)];
    const { labels } = softened(oneText(1), [taught, untaught], () => false);
    expect(labels[0]).toBeCloseTo(1);
  });

  it('are the mean of all teachers where the set says nothing, and count less', () => {
    const { labels, weights } = softened(
      oneText(1),
      [teacher(2, true), teacher(-2, false)],
      () => false,
    );
    expect(labels[1]).toBeCloseTo(0.5);
    expect(weights[1]).toBeLessThan(1);
  });

  it('stay as they are in texts that are certain', () => {
    const { labels } = softened(oneText(1), [teacher(-20, false)], () => true);
    expect(labels[0]).toBe(1);
  });
});
