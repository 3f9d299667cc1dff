import { describe, expect, it } from 'vitest';
import { softenLabels } from '../../../../../scripts/train/models/soft-labels.ts';
import type { Dataset } from '../../../../../scripts/train/data/encode.ts';
import type { Teacher } from '../../../../../scripts/train/models/teachers.ts';
import { HEAD_COUNT } from '../../../../../src/service/engine/model/shape.ts';

/** A text with a label for its first head. */
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
  wasTrainedOn: () => isTaught,
});

describe('labels softened by teachers', () => {
  it("lie between the dataset's label and that of the teachers not trained on the text", () => {
    const { labels } = softenLabels(oneText(1), [teacher(-20, false)], () => false);
    expect(labels[0]).toBeGreaterThan(0.1);
    expect(labels[0]).toBeLessThan(0.9);
  });

  it('ignore teachers that were trained on the text', () => {
    const [taught, untaught] = [teacher(-20, true), teacher(20, false)];
    const { labels } = softenLabels(oneText(1), [taught, untaught], () => false);
    expect(labels[0]).toBeCloseTo(1);
  });

  it('are the mean of all teachers, with a lower weight, if the dataset has no label', () => {
    const { labels, weights } = softenLabels(
      oneText(1),
      [teacher(2, true), teacher(-2, false)],
      () => false,
    );
    expect(labels[1]).toBeCloseTo(0.5);
    expect(weights[1]).toBeLessThan(1);
  });

  it('stay unchanged for certain texts', () => {
    const { labels } = softenLabels(oneText(1), [teacher(-20, false)], () => true);
    expect(labels[0]).toBe(1);
  });
});
