import { describe, expect, it } from 'vitest';
import { CUES, SUPPORTING_CUES } from '../../../../../src/service/engine/scams/cues.ts';
import { readCues } from '../../../../../src/service/engine/scams/read-cues.ts';
import { authoredExamples } from '../../../../../scripts/train/data/authored/expand.ts';

const texts = authoredExamples(7, 0.2)
  .filter(({ source }) => source === 'authored chat scam')
  .map(({ text }) => text.toLowerCase());

describe('the reading of a text by its wording', () => {
  it('finds with triggers what searching for every wording finds', () => {
    const everything = [...CUES, ...SUPPORTING_CUES];
    const missed = texts.flatMap((text) => {
      const found = new Set(readCues(text, true).terms);
      return everything.flatMap(({ name, pattern }) => {
        const match = pattern.exec(text)?.[0];
        return match === undefined || found.has(match) ? [] : [{ name, text }];
      });
    });
    expect(texts.length).toBeGreaterThan(500);
    expect(missed).toEqual([]);
  });

  it('counts supporting wordings only beside another one or a link', () => {
    expect(readCues('hurry up and dm me', false).weight).toBe(0);
    expect(readCues('hurry up and dm me', true).weight).toBeGreaterThan(0);
  });
});
