import { describe, expect, it } from 'vitest';
import {
  abuseFinder,
  asTexts,
  contrasts,
  written,
} from '../../../../../scripts/train/languages/written-texts.ts';
import { createRandom } from '../../../../../scripts/train/random.ts';

const DUTCH = {
  words: ['sukkel'],
  sentences: ['jij bent een {domme|grote} W'],
  phrases: ['hou je bek'],
  harmless: ['hou je taai'],
};
const CHINESE = { words: ['笨蛋', '滚'], sentences: ['你是W'], phrases: [], harmless: [] };
const ORDINARY = [
  { text: 'morgen gaan we fietsen', isToxic: false, isOrdinary: true, isRated: false, weight: 1 },
];

describe('texts written for a language', () => {
  it('are abuse, alone or in an ordinary text', () => {
    const texts = written(DUTCH, ORDINARY, createRandom(5));
    expect(texts.every(({ text, isToxic }) => isToxic && /sukkel|hou je bek/.test(text))).toBe(
      true,
    );
    expect(texts.some(({ text }) => text === 'jij bent een grote sukkel')).toBe(true);
    expect(texts.some(({ text }) => text.includes('fietsen'))).toBe(true);
  });

  it('and the same sentences with ordinary words, which are harmless', () => {
    const texts = contrasts(DUTCH, ORDINARY, createRandom(5));
    expect(texts.every(({ isToxic }) => !isToxic)).toBe(true);
    expect(texts.some(({ text }) => text === 'jij bent een domme fietsen')).toBe(true);
  });

  it('and phrases as they are, with their harmless lookalikes', () => {
    expect(asTexts(DUTCH).map(({ text, isToxic }) => [text, isToxic])).toEqual([
      ['hou je bek', true],
      ['hou je taai', false],
    ]);
  });
});

describe('abuse in texts of others', () => {
  it('is found as whole words, whatever the case', () => {
    const hasAbuse = abuseFinder(DUTCH);
    expect(hasAbuse('Hou je BEK, man')).toBe(true);
    expect(hasAbuse('wat een sukkels')).toBe(false);
  });

  it('is found within a text without spaces, unless it is a single character', () => {
    const hasAbuse = abuseFinder(CHINESE);
    expect(hasAbuse('他真是个笨蛋啊')).toBe(true);
    expect(hasAbuse('水滚了')).toBe(false);
  });
});
