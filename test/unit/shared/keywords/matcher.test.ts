import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeywordMatcher } from '../../../../src/shared/keywords/matcher.ts';
import { createSteps } from '../../../../src/shared/steps.ts';
import { normaliseKeyword } from '../../../../src/shared/keywords/normalise.ts';

function matcherOf(...keywords: string[]) {
  const matcher = createKeywordMatcher();
  for (const keyword of keywords) {
    matcher.add({ keyword, normalised: normaliseKeyword(keyword) });
  }
  return matcher;
}

function found(keyword: string, text: string): boolean {
  return matcherOf(keyword).find(text, 10).length > 0;
}

describe('a keyword matches', () => {
  it.each([
    ['as registered', 'raid', 'the raid begins'],
    ['at the beginning', 'raid', 'raid now'],
    ['at the end', 'raid', 'we raid'],
    ['as the whole text', 'raid', 'raid'],
    ['in another case', 'Raid', 'THE RAID'],
    ['beside punctuation', 'raid', '"raid", he said'],
    ['in a possessive', 'raid', "the raid's plan"],
    ['inside formatting', 'raid', '__raid__ and **raid**'],
    ['written in full width', 'raid', 'ｒａｉｄ'],
    ['written in mathematical bold letters', 'raid', '𝐫𝐚𝐢𝐝'],
    ['with accents', 'raid', 'ráïd'],
    ['with combining accents', 'raid', 'ra\u0301i\u0308d'],
    ['registered with accents', 'café', 'the cafe'],
    ['with a Cyrillic a', 'raid', 'r\u0430id'],
    ['with a zero-width space inside', 'raid', 'ra\u200bid'],
    ['with a soft hyphen inside', 'raid', 'ra\u00adid'],
    ['across several spaces and a line break', 'free  nitro', 'get free \n nitro here'],
    ['with another apostrophe', "don't", 'I don’t'],
    ['of one letter', 'x', 'a x b'],
    ['of digits', '1337', 'so 1337 you'],
    ['ending in symbols', 'c++', 'I like c++, really'],
    ['starting with a symbol', '#1', 'we are #1!'],
    ['that is a symbol', '?', 'what?'],
    ['that is a URL', 'discord.gg/abc', 'see https://discord.gg/abc now'],
    ['in Cyrillic', 'привет', 'Привет, мир'],
    ['in Hindi', 'नमस्ते', 'नमस्ते दुनिया'],
    ['in Arabic, without its vowel marks', 'سلام', 'سَلَام عليكم'],
    ['in Chinese, inside a sentence', '北京', '我在北京工作'],
    ['in Japanese, inside a sentence', 'ガス', '東京ガスの人'],
    ['in Thai, inside a sentence', 'ไทย', 'ภาษาไทยง่าย'],
    ['in Korean, before a particle', '사과', '사과를 먹다'],
    ['that is an emoji', '🔥', 'so🔥hot'],
    ['that is an emoji, with another variation selector', '❤️', 'love ❤ you'],
    ['after a longer word with the same start', 'raid', 'raider raid'],
    ['after a word that is a prefix of it', 'ab ab ac', 'ab ab ab ac'],
  ])('%s', (_name, keyword, text) => {
    expect(found(keyword, text)).toBe(true);
  });
});

describe('a keyword does not match', () => {
  it.each([
    ['inside a word', 'raid', 'afraid braided'],
    ['at the beginning of a word', 'raid', 'raiders'],
    ['at the end of a word', 'raid', 'afraid'],
    ['before a digit', 'raid', 'raid2'],
    ['separated by a space', 'raid', 'ra id'],
    ['inside a Cyrillic word', 'рив', 'привет'],
    ['with another vowel in a Hindi word', 'कि', 'की'],
    ['as another syllable in Korean', '사', '산'],
    ['as another kana', 'か', 'が'],
    ['in an empty text', 'raid', ''],
  ])('%s', (_name, keyword, text) => {
    expect(found(keyword, text)).toBe(false);
  });
});

describe('several keywords', () => {
  it('match once each, as registered, even inside one another', () => {
    const matcher = matcherOf('Free', 'free NITRO', 'nitro', 'absent');
    expect(matcher.find('free nitro, FREE nitro', 10)).toEqual(['Free', 'free NITRO', 'nitro']);
  });

  it('are returned by position, shorter ones first', () => {
    expect(matcherOf('b', 'a b c', 'a').find('a b c', 10)).toEqual(['a', 'a b c', 'b']);
  });

  it('are returned up to a limit', () => {
    expect(matcherOf('a', 'b', 'c').find('a b c', 2)).toEqual(['a', 'b']);
  });

  it('match like a plain search', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', '語'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.array(word), (keywords, pieces) => {
        const text = normaliseKeyword(pieces.join(''));
        const forms = [...new Set(keywords.map(normaliseKeyword))].filter((form) => form !== '');
        const isBoundary = (at: number): boolean => !/^[ab]{2}$/.test(text.slice(at - 1, at + 1));
        const expected = forms.filter((form) =>
          Array.from(text, (_, at) => at).some(
            (at) =>
              text.startsWith(form, at) &&
              (at === 0 || isBoundary(at)) &&
              isBoundary(at + form.length),
          ),
        );
        expect(
          matcherOf(...forms)
            .find(text, 100)
            .toSorted(),
        ).toEqual(expected.toSorted());
      }),
    );
  });
});

describe('removing', () => {
  it('a keyword keeps others with the same start', () => {
    const matcher = matcherOf('raid', 'raid now');
    matcher.remove('raid');
    expect(matcher.size).toBe(1);
    expect(matcher.find('raid now', 10)).toEqual(['raid now']);
  });

  it('a missing keyword changes nothing', () => {
    const matcher = matcherOf('raid');
    matcher.remove('ra');
    expect(matcher.find('raid', 10)).toEqual(['raid']);
  });

  it('thousands of keywords keeps the rest', () => {
    const matcher = matcherOf('kept');
    for (let index = 0; index < 2_500; index += 1) {
      matcher.add({ keyword: `gone${index}`, normalised: `gone${index}` });
      matcher.remove(`gone${index}`);
    }
    expect(matcher.find('gone7 kept gone2000', 10)).toEqual(['kept']);
  });

  it('a keyword allows registering it again', () => {
    const matcher = matcherOf('raid');
    matcher.remove('raid');
    matcher.add({ keyword: 'RAID', normalised: 'raid' });
    expect(matcher.find('a raid', 10)).toEqual(['RAID']);
  });
});

it.each(['', ' \n ', '\u200b\u200d', '\u0301'])('normalises %j to nothing', (keyword) => {
  expect(normaliseKeyword(keyword)).toBe('');
});

it('finds each of 10,000 keywords', () => {
  const keywords = Array.from({ length: 10_000 }, (_, index) => `word${index.toString(36)} x`);
  const matcher = matcherOf(...keywords);
  for (const keyword of keywords) expect(matcher.find(`a ${keyword} b`, 10)).toEqual([keyword]);
});

it('takes steps in proportion to a hostile text', () => {
  const matcher = matcherOf(
    ...Array.from({ length: 99 }, (_, index) => `${'北'.repeat(index + 1)}京`),
    ...Array.from({ length: 49 }, (_, index) => `${'a '.repeat(index + 1)}b`),
  );
  const stepsFor = (text: string): number => {
    const steps = createSteps();
    matcher.find(text, 10, steps);
    return steps.used;
  };
  const piece = fc
    .array(fc.constantFrom('北', 'a ', 'a', '.', '京', '🔥'), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(piece, (repeated) => {
      const text = repeated.repeat(Math.ceil(500 / repeated.length));
      expect(stepsFor(text.repeat(10))).toBeLessThanOrEqual(12 * stepsFor(text));
      // At most the length of the longest keyword for each unit.
      expect(stepsFor(text)).toBeLessThanOrEqual(101 * text.length);
    }),
  );
});
