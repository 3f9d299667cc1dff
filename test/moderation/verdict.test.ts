import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highestScores, verdictOf, verdictSchema } from '../../src/moderation/verdict.ts';
import { textModerationEnvelopeSchema } from '../../src/protocol/text-moderation.ts';
import { verdict } from '../helpers/verdicts.ts';

/** What the service sends, with one field that may be of two kinds. */
function envelope(baseline: number | string) {
  return textModerationEnvelopeSchema.parse({
    api: 'service-lang-text',
    success: true,
    TOS: 'https://example.org',
    version: '2.1',
    response: {
      engine1: { baseline: 0.1, raceInvocation: 0.2, politicalLanguage: 0.3 },
      engine2: { raceInvocation: 0.4, defensive: 0.5, baseline, aggressive: 0.6, vulgar: 0.7 },
      suggestedAction: ['Flag', 0.8],
      patches: {
        extremistFormattingPatch: false,
        shortVulgarityCommentLeniency: false,
        modelTrainingWordPatch: [],
        curseWordOverride: false,
        sentimentScore: -0.25,
      },
      insights: { dialectPrediction: ['English', 0.99] },
      metadata: {
        modelTrainingWords: [],
        computeTime: 1,
        times: [1],
        uuid: 'a-uuid',
        warningIssued: false,
        endpoint: 'e',
        alloc: 'a',
        latencyAlert: false,
      },
      operator: {},
    },
  });
}

describe('verdictOf', () => {
  it('takes every score by its path', () => {
    expect(verdictOf(envelope(0.9))).toEqual({
      action: 'Flag',
      confidence: 0.8,
      scores: {
        'engine1.baseline': 0.1,
        'engine1.raceInvocation': 0.2,
        'engine1.politicalLanguage': 0.3,
        'engine2.raceInvocation': 0.4,
        'engine2.defensive': 0.5,
        'engine2.aggressive': 0.6,
        'engine2.vulgar': 0.7,
        'engine2.baseline': 0.9,
      },
      sentiment: -0.25,
      language: 'English',
      uuid: 'a-uuid',
      version: '2.1',
    });
  });

  it.each<[string | number, number | undefined]>([
    [0, 0],
    ['0.5', 0.5],
    [' 0.5 ', 0.5],
    ['', undefined],
    [' ', undefined],
    ['high', undefined],
    ['NaN', undefined],
    ['Infinity', undefined],
  ])('reads an engine2.baseline of "%s" as %s', (sent, read) => {
    expect(verdictOf(envelope(sent)).scores['engine2.baseline']).toBe(read);
  });

  it('makes of any baseline a verdict that can be stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double({ noNaN: true })), (baseline) => {
        fc.pre(typeof baseline === 'string' || Number.isFinite(baseline));
        const made = verdictOf(envelope(baseline));
        // Minus zero becomes zero on the way through JSON.
        expect(verdictSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(
          JSON.parse(JSON.stringify(made)),
        );
      }),
    );
  });
});

describe('highestScores', () => {
  it('gives the highest first, as many as asked for', () => {
    const scored = verdict('flag', { scores: { low: 0.1, high: 0.9, middle: 0.5 } });
    expect(highestScores(scored, 2)).toEqual([
      ['high', 0.9],
      ['middle', 0.5],
    ]);
  });

  it('leaves out no score that is higher than one it gives', () => {
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
