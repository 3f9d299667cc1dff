import { describe, expect, it } from 'vitest';
import { sentencesOf, timeString } from '../../../../src/service/stream/sentences.ts';

describe("a transcript's sentences", () => {
  it('join segments that were cut inside a sentence', () => {
    const segments = [
      { start: 0, end: 2, text: ' The quick brown' },
      { start: 2, end: 4, text: ' fox jumps.' },
      { start: 4, end: 6, text: ' Then it sleeps.' },
    ];
    expect(sentencesOf(segments)).toEqual([
      { start: 0, text: 'The quick brown fox jumps.', speaker: 0 },
      { start: 4, text: 'Then it sleeps.', speaker: 0 },
    ]);
  });

  it('get the time of their offset inside a segment', () => {
    const [, second] = sentencesOf([{ start: 10, end: 20, text: 'One two. Six ten.' }]);
    expect(second).toMatchObject({ text: 'Six ten.' });
    expect(second?.start).toBeCloseTo(10 + 10 * (9 / 17), 5);
  });

  it('end at a long pause or another speaker', () => {
    const segments = [
      { start: 0, end: 1, text: 'no punctuation here' },
      { start: 3, end: 4, text: 'after a pause' },
      { start: 4, end: 5, text: 'somebody else', speaker: 1 },
    ];
    expect(sentencesOf(segments).map(({ text, speaker }) => [text, speaker])).toEqual([
      ['no punctuation here', 0],
      ['after a pause', 0],
      ['somebody else', 1],
    ]);
  });

  it('are in chronological order for segments in any order', () => {
    const segments = [
      { start: 9, end: 10, text: 'Last.' },
      { start: 0, end: 1, text: 'First.' },
    ];
    expect(sentencesOf(segments).map(({ text }) => text)).toEqual(['First.', 'Last.']);
  });

  it('are empty for silence', () => {
    expect(sentencesOf([])).toEqual([]);
    expect(sentencesOf([{ start: 0, end: 5, text: ' \n ' }])).toEqual([]);
  });

  it.each([
    [0, '00:00:00'],
    [59.99, '00:00:59'],
    [61, '00:01:01'],
    [3_725.2, '01:02:05'],
  ])('have %d seconds written as %s', (seconds, text) => {
    expect(timeString(seconds)).toBe(text);
  });
});
