import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WordMatcher } from '../../../../../src/bot/domain/words/word-matcher.ts';
import { areSpent, createSteps } from '../../../../../src/shared/steps.ts';
import { matcherOf } from '../../../../helpers/words.ts';

const isBlocked = (word: string, text: string): boolean =>
  matcherOf({ blocked: [word] }).blockedIn(text).length > 0;

describe('a blocked word is found', () => {
  it.each([
    ['as a whole word', 'cat', 'my cat sleeps'],
    ['beside punctuation', 'cat', 'a cat, a dog'],
    ['at the start of a word', 'cat*', 'catapult'],
    ['as a word of its own, with a wildcard', 'cat*', 'the cat'],
    ['at the end of a word', '*cat', 'wildcat'],
    ['inside a word', '*cat*', 'education'],
    ['as a phrase', 'free nitro', 'get free \n nitro now'],
    ['as a phrase that goes on', 'the mat*', 'the matrix'],
    ['as a symbol', '🖕', 'hey🖕you'],
    ['in Chinese', '北京', '我在北京工作'],
    ['in the name of an emoji', 'badword', '<:badword:123456789012345678>'],
  ])('%s', (_how, word, text) => {
    expect(isBlocked(word, text)).toBe(true);
  });
});

describe('a disguised word is found', () => {
  it.each([
    ['in capitals', 'BADWORD'],
    ['with accents', 'bádwörd'],
    ['in full width', 'ｂａｄｗｏｒｄ'],
    ['with letters of other scripts', 'b\u0430dw\u043Erd'],
    ['with something invisible inside', 'bad\u200bword'],
    ['with digits', 'b4dw0rd'],
    ['with symbols', 'b@dword'],
    ['stretched', 'baaaadword'],
    ['stretched with digits', 'b444dw0rd'],
    ['spelled out', 'b a d w o r d'],
    ['spelled out with dots', 'you b.a.d.w.o.r.d!'],
    ['spelled out with dashes', 'b - a - d - w - o - r - d'],
    ['spelled out with digits', 'b 4 d w 0 r d'],
    ['partly in bold', 'bad**word**'],
    ['partly in bold and with digits', 'b4d**w0rd**'],
    ['partly a spoiler', '||bad||word'],
    ['partly underlined', 'bad__word__'],
    ['partly struck through', 'b~~adwo~~rd'],
    ['with a space inside', 'you bad word!'],
    ['with a line break inside', 'bad\nword'],
    ['with a dot inside', 'badw.ord'],
    ['with a dash inside', 'bad-word'],
    ['with an underscore inside', 'bad_word'],
    ['with two separators inside', 'b a dword, b.ad.word'],
    ['with a space inside and digits', 'b4d w0rd'],
    ['with a space inside and stretched', 'baaaad word'],
  ])('%s', (_how, text) => {
    expect(isBlocked('badword', text)).toBe(true);
  });

  it.each([
    ['fuck', 'fu.ck'],
    ['fuck', 'fu ck'],
    ['fuck', 'f u ck'],
    ['shit', 'sh it'],
    ['*shit*', 'sh it'],
    ['zorple', 'zor ple'],
    ['zorple', 'zorp-le'],
  ])('%s as %s', (word, text) => {
    expect(isBlocked(word, text)).toBe(true);
  });

  it('with a stroke as i or l', () => {
    expect(isBlocked('silly', 's1lly')).toBe(true);
    expect(isBlocked('silly', 'sil1y')).toBe(true);
    expect(isBlocked('silly', 's!lly')).toBe(true);
  });

  it('with a letter that is doubled in the word', () => {
    expect(isBlocked('boo', 'booooo')).toBe(true);
  });
});

describe('a blocked word is not found', () => {
  it.each([
    ['inside another word', 'cat', 'education'],
    ['at the end of a word, if it must be at the start', 'cat*', 'wildcat'],
    ['at the start of a word, if it must be at the end', '*cat', 'catapult'],
    ['in the mention of a member', '*123*', 'hi <@123456789012345678>'],
    [
      'in the mention of a role or channel',
      '*123*',
      '<@&123456789012345678> <#123456789012345678>',
    ],
    ['in the id of an emoji', '*123*', '<:smile:123456789012345678>'],
    ['in a time', '*123*', '<t:1234567890:R>'],
    ['in a command', 'ban*', '</ban user:123456789012345678>'],
    ['in a mention of everyone', 'everyone', '@everyone hello'],
    ['in a number', 'ass', 'the 455 and the A55'],
    ['in short names of things', 'ak', 'a 4k screen'],
    ['in letters that are a list', 'abc', 'a b'],
    ['in a product', 'ab', 'a*b'],
    ['in contractions', 'hell', 'he`ll say that she`ll come'],
    ['in the name of a variable', '*ssas*', 'pass_as_text, pass__as'],
    ['in words of which only the beginnings fit', 'ass', 'as sassy as ever'],
    ['in words of which only the ends fit', 'ass', 'alas so'],
    ['in two common words', 'penis', 'the pen is red'],
    ['in a common word and a letter', 'puta', 'I put a hat on'],
    ['in the parts of a contraction', 'tit', "I don't it, isn’t it"],
    ['across an elision', 'del', "de l'eau"],
    ['in numbers', '1488', 'it costs 14 88, or 1,488'],
    ['in two letters', 'ok', 'o k'],
    ['in words with more than a separator between them', 'badword', 'bad -- word'],
  ])('%s', (_how, word, text) => {
    expect(isBlocked(word, text)).toBe(false);
  });
});

describe('of a text joined from several messages', () => {
  it('only whole words are found', () => {
    const matcher = matcherOf({ blocked: ['*shit*', 'bad'] });
    expect(matcher.blockedIn('washit bad', { wildcards: false })).toEqual(['bad']);
  });
});

it('an allowed word excuses a blocked one inside it', () => {
  const matcher = matcherOf({ blocked: ['*ass*'], allowed: ['class', 'pass*'] });
  expect(matcher.blockedIn('the class is passionate')).toEqual([]);
  expect(matcher.blockedIn('you asshole, not in class')).toEqual(['*ass*']);
});

it('an allowed word does not excuse a phrase around it', () => {
  const matcher = matcherOf({ blocked: ['kill the dog'], allowed: ['dog'] });
  expect(matcher.blockedIn('kill the dog')).toEqual(['kill the dog']);
});

it('an allowed word does not count in disguise', () => {
  expect(matcherOf({ allowed: ['bitch'] }).withoutAllowed('b1tch and b i t c h')).toBeNull();
});

it('names each blocked word as it is on the list, at most five', () => {
  const words = ['Alpha', 'bravo*', '*charlie', 'delta', 'echo', 'foxtrot'];
  const matcher = matcherOf({ blocked: words });
  expect(matcher.blockedIn('bravoes and alpha')).toEqual(['Alpha', 'bravo*']);
  expect(matcher.blockedIn('alpha bravo charlie delta echo foxtrot')).toHaveLength(5);
});

it.each([
  ['whole words', ['bitch'], 'the bitch has bitching puppies', 'the       has bitching puppies'],
  ['whole words of a pattern', ['*bitch*'], 'the bitches sleep', 'the         sleep'],
  ['words in other characters', ['bitch'], 'the ＢＩＴＣＨ sleeps', 'the       sleeps'],
  ['nothing in mentions', ['*123*'], '<@123456789012345678> 4123', '<@123456789012345678>     '],
])('blanks %s that are allowed', (_what, allowed, text, rest) => {
  expect(matcherOf({ allowed }).withoutAllowed(text)).toBe(rest);
});

describe('any text', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      ...Array.from('ab1@! .*<>:'),
      'A',
      'á',
      '\u0430',
      '🖕',
      '北',
      '\u200b',
      '\ud83d',
    ),
    maxLength: 60,
  });

  it('keeps its length without allowed words, and loses only these', () => {
    const matcher = matcherOf({ allowed: ['aba*', '*bab', 'aa'] });
    fc.assert(
      fc.property(text, (written) => {
        const rest = matcher.withoutAllowed(written);
        if (rest === null) return;
        expect(rest).toHaveLength(written.length);
        expect(matcher.withoutAllowed(rest)).toBeNull();
      }),
    );
  });

  it('has no more blocked words when more words are allowed', () => {
    const blocked = ['ab', '*aab*', 'baa*', '🖕'];
    fc.assert(
      fc.property(text, (written) => {
        const all = matcherOf({ blocked }).blockedIn(written);
        const fewer = matcherOf({ blocked, allowed: ['aba*', 'baab'] }).blockedIn(written);
        expect(all).toEqual(expect.arrayContaining(fewer));
      }),
    );
  });
});

describe('a hostile text', () => {
  /** What makes readings differ, and what earlier versions went over again and again. */
  const piece = fc
    .array(
      fc.constantFrom(
        'a',
        'aaaa',
        ' ',
        '1 ',
        'b a d ',
        '**',
        '__',
        '4',
        '@',
        '!',
        '</',
        '<@1',
        '北',
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => parts.join(''));
  const nested = (count: number, edge: string): string[] =>
    Array.from({ length: count }, (_, index) => `${edge}${'a'.repeat(3 + index)}${edge}`);
  const words = fc.constantFrom(
    { blocked: ['*zebra*'], allowed: nested(55, '*') },
    { blocked: nested(55, '*'), allowed: ['*aaa*'] },
    { blocked: nested(55, ''), allowed: nested(54, '*') },
    { blocked: ['a a a a a a b', '北北北北b'], allowed: ['a a a', '北北'] },
  );
  const stepsFor = (matcher: WordMatcher, text: string): number => {
    const steps = createSteps();
    matcher.blockedIn(text, { steps });
    return steps.used;
  };

  it('of ten times the length takes at most twelve times the steps, whatever the words are', () => {
    fc.assert(
      fc.property(piece, words, (repeated, lists) => {
        const matcher = matcherOf(lists);
        const text = repeated.repeat(Math.ceil(500 / repeated.length));
        expect(stepsFor(matcher, text.repeat(10))).toBeLessThanOrEqual(
          12 * stepsFor(matcher, text),
        );
      }),
    );
  });

  it.each([
    ['in nested allowed words', 'a', { blocked: ['*zebra*'], allowed: nested(55, '*') }],
    [
      'in nested blocked words that are allowed',
      'a',
      { blocked: nested(55, '*'), allowed: ['*aaa*'] },
    ],
    ['of single digits', '1 ', { blocked: ['zebra'] }],
  ])('%s takes a few steps per character', (_where, repeated, lists) => {
    const text = repeated.repeat(10_000 / repeated.length);
    expect(stepsFor(matcherOf(lists), text)).toBeLessThan(20 * text.length);
  });

  it('is looked at no further once the steps are spent', () => {
    const steps = createSteps(1_000);
    const matcher = matcherOf({ blocked: ['bad'] });
    expect(matcher.blockedIn(`${'x'.repeat(10_000)} bad`, { steps })).toEqual([]);
    expect(areSpent(steps)).toBe(true);
    expect(matcher.blockedIn(`${'x'.repeat(10_000)} bad`)).toEqual(['bad']);
  });

  it('is looked through for allowed words only if it contains a blocked one', () => {
    const matcher = matcherOf({ blocked: ['bad'], allowed: nested(55, '') });
    const without = matcherOf({ blocked: ['bad'] });
    const text = 'aaaa '.repeat(100);
    expect(stepsFor(matcher, text)).toBe(stepsFor(without, text));
  });
});
