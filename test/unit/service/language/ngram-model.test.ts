import { readFileSync } from 'node:fs';
import { eld } from 'eld';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../src/service/language/detector.ts';
import { readNgrams } from '../../../../src/service/language/ngram-file.ts';
import { createNgramModel } from '../../../../src/service/language/ngram-model.ts';
import { readChatLines } from '../../../../scripts/evaluate/sets/chat-lines.ts';

const likelyLanguages = createNgramModel(
  readNgrams(readFileSync('src/service/language/ngrams.bin')),
);

describe('the languages that are likely by their letters', () => {
  beforeAll(async () => {
    if (!('load' in eld)) throw new TypeError('the package has no loader');
    await eld.load('small');
    eld.setLanguageSubset([...LANGUAGES]);
  });

  const bothFind = (text: string): { ours: unknown[]; theirs: unknown[] } => ({
    ours: likelyLanguages(text).map(({ code, confidence }) => [code, confidence]),
    theirs: Object.entries(eld.detect(text).getScores()).slice(0, 3),
  });

  it('are those that the package finds in chat', () => {
    for (const { text } of readChatLines()) {
      const { ours, theirs } = bothFind(text.slice(0, 60));
      expect([text, ...ours]).toEqual([text, ...theirs]);
    }
  });

  it.each([
    '',
    ' ',
    '12345',
    "don't 'quote' rock''n'roll '' it’s ’n’ `tis dogs' ",
    'a bc def ghij klmno',
    'Straße ÄÖÜ Ñandú İstanbul ısırgan ﬁn ﬀ',
    'Καλημέρα ΣΟΦΟΣ σοφός και ο κόσμος',
    'привет как дела Ёлка',
    'これは日本語の文章です 漢字とカナ',
    'ภาษาไทย สวัสดี',
    '𝓱𝓮𝓵𝓵𝓸 there 😀 you\ud83d',
    'x'.repeat(60),
    `${'а'.repeat(40)} ${'а'.repeat(41)} ${'а'.repeat(40)}`,
    'ab ab ab ab abab abab',
  ])('are those that the package finds in %j', (text) => {
    const { ours, theirs } = bothFind(text);
    expect(ours).toEqual(theirs);
  });

  it('know at most three, the most likely first', () => {
    const likely = likelyLanguages('wo wohnen denn deine Eltern jetzt');
    expect(likely.map(({ code }) => code)).toEqual(['de', 'sv', 'en']);
    expect(likely[0]?.confidence).toBeGreaterThan(likely[2]?.confidence ?? 1);
  });
});
