import { describe, expect, it } from 'vitest';
import { sentencesOf, timeString } from '../../../src/service/stream/sentences.ts';

describe('sentences', () => {
  it('joins segments that a transcriber cut within a sentence', () => {
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

  it('times a sentence that begins within a segment by its place in the text', () => {
    const [, second] = sentencesOf([{ start: 10, end: 20, text: 'One two. Six ten.' }]);
    expect(second).toMatchObject({ text: 'Six ten.' });
    expect(second?.start).toBeCloseTo(10 + 10 * (9 / 17), 5);
  });

  it('ends a sentence at a long pause and where another speaker begins', () => {
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

  it('is in chronological order, whatever order the segments came in', () => {
    const segments = [
      { start: 9, end: 10, text: 'Last.' },
      { start: 0, end: 1, text: 'First.' },
    ];
    expect(sentencesOf(segments).map(({ text }) => text)).toEqual(['First.', 'Last.']);
  });

  it('makes nothing of silence', () => {
    expect(sentencesOf([])).toEqual([]);
    expect(sentencesOf([{ start: 0, end: 5, text: ' \n ' }])).toEqual([]);
  });

  it.each([
    [0, '00:00:00'],
    [59.99, '00:00:59'],
    [61, '00:01:01'],
    [3_725.2, '01:02:05'],
  ])('writes %d seconds as %s', (seconds, text) => {
    expect(timeString(seconds)).toBe(text);
  });
});
