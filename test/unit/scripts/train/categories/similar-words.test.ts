import { describe, expect, it } from 'vitest';
import { SIMILAR, similarWords } from '../../../../../scripts/train/categories/similar-words.ts';

const WORDS = ['kill', 'murder', 'save', 'rescue', 'banana'] as const;
const VECTORS: Readonly<Record<(typeof WORDS)[number], [number, number]>> = {
  kill: [1, 0.1],
  murder: [0.9, 0.1],
  save: [1, 0.3],
  rescue: [1, 0.35],
  banana: [-1, 0.2],
};
const VIOLENT: ReadonlySet<string> = new Set(['kill', 'murder']);

describe('similar words', () => {
  const similar = similarWords({
    own: Float32Array.from(WORDS.flatMap((word) => VECTORS[word])),
    dimensions: 2,
    classes: Uint8Array.from(WORDS, (word) => (VIOLENT.has(word) ? 1 : 0)),
    counts: [9, 5, 7, 3, 8],
  });
  const similarTo = (word: (typeof WORDS)[number]): string[] =>
    [...similar.subarray(WORDS.indexOf(word) * SIMILAR).subarray(0, SIMILAR)].flatMap(
      (row) => WORDS[row] ?? [],
    );

  it('have close vectors and the same class', () => {
    expect(similarTo('kill')).toEqual(['murder']);
    expect(similarTo('save')).toEqual(['rescue']);
  });

  it('are missing where no vector is close', () => {
    expect(similarTo('banana')).toEqual([]);
  });
});
