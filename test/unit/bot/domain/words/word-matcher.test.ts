import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
  ])('%s', (_how, text) => {
    expect(isBlocked('badword', text)).toBe(true);
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

it('reads a long hostile text quickly', () => {
  const blocked = Array.from(
    { length: 1000 },
    (_, index) => `*${'a'.repeat(3 + (index % 50))}b${index}*`,
  );
  const started = performance.now();
  matcherOf({ blocked }).blockedIn('a1 @! b '.repeat(1250));
  expect(performance.now() - started).toBeLessThan(1000);
});
