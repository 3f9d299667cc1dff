import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decidingScore,
  highestScores,
  scoreAt,
  severeCategory,
} from '../../../../src/bot/domain/verdict.ts';
import { verdict } from '../../../helpers/verdicts.ts';

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

describe('decidingScore', () => {
  it('leaves out numbers that may be on any scale', () => {
    const scores = { 'engine2.vulgar': 0.7, 'operator.risk': 7, 'insights.mood.joy': 0.9 };
    expect(decidingScore(verdict('flag', { scores }))?.path).toBe('engine2.vulgar');
  });
});

describe('severeCategory', () => {
  const of = (scores: Record<string, number>) => severeCategory(verdict('delete', { scores }));

  it('is the category that is most certain', () => {
    const scores = { 'insights.categories.threat': 0.92, 'insights.categories.scam': 0.95 };
    expect(of(scores)).toBe('insights.categories.scam');
  });

  it('is neither one in doubt, nor an insult or a curse, nor a score of another kind', () => {
    expect(of({ 'insights.categories.threat': 0.89 })).toBeNull();
    expect(of({ 'insights.categories.insult': 0.99, 'engine2.vulgar': 0.99 })).toBeNull();
  });
});

describe('scoreAt', () => {
  it.each([
    ['engine2.vulgar', 0.7],
    ['suggestedAction', 0.9],
    ['patches.sentimentScore', -0.5],
    ['patches.curseWordOverride', 1],
    ['engine3.invoked', 0],
    ['patches.unheardOf', null],
    ['insights.categories.spam', null],
    ['__proto__', null],
    ['toString', null],
  ])('reads %s as %s', (path, expected) => {
    const details = {
      engine3: { invoked: false },
      patches: { curseWordOverride: true },
      dialectConfidence: 1,
      computeTime: 1,
      times: [],
      warningIssued: false,
      latencyAlert: false,
      endpoint: '',
      alloc: '',
    };
    const scored = verdict('flag', { scores: { 'engine2.vulgar': 0.7 }, sentiment: -0.5, details });
    expect(scoreAt(scored, path)).toBe(expected);
  });
});
