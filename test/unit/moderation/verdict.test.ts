import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highestScores } from '../../../src/moderation/verdict.ts';
import { verdict } from '../../helpers/verdicts.ts';

describe('highestScores', () => {
  it('returns the highest scores first', () => {
    const scored = verdict('flag', { scores: { low: 0.1, high: 0.9, middle: 0.5 } });
    expect(highestScores(scored, 2)).toEqual([
      ['high', 0.9],
      ['middle', 0.5],
    ]);
  });

  it('leaves out no score that is higher than one it returns', () => {
    const scoresArbitrary = fc.dictionary(fc.string(), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(scoresArbitrary, fc.nat(10), (scores, count) => {
        const shown = highestScores(verdict('flag', { scores }), count);
        expect(shown).toHaveLength(Math.min(count, Object.keys(scores).length));
        const names = new Set(shown.map(([name]) => name));
        const lowest = Math.min(...shown.map(([, score]) => score));
        const left = Object.entries(scores).filter(([name]) => !names.has(name));
        for (const [, score] of left) expect(score).toBeLessThanOrEqual(lowest);
      }),
    );
  });
});
