import { expect, it } from 'vitest';
import { parseWord, wordKey } from '../../../../../src/bot/domain/words/word-pattern.ts';
import { wordOf } from '../../../../helpers/words.ts';

it.each([
  ['cat', { normalised: 'cat', startsAnywhere: false, endsAnywhere: false }],
  ['Cat*', { normalised: 'cat', startsAnywhere: false, endsAnywhere: true }],
  ['*cat', { normalised: 'cat', startsAnywhere: true, endsAnywhere: false }],
  ['**cat*', { normalised: 'cat', startsAnywhere: true, endsAnywhere: true }],
  ['  free   nitro ', { text: 'free nitro', normalised: 'free nitro' }],
  ['C++', { normalised: 'c++' }],
  ['🖕', { normalised: '🖕' }],
  ['死', { normalised: '死' }],
  ['*씨발*', { normalised: '씨발' }],
  ['バカ', { normalised: 'バカ' }],
  ['*死*', { normalised: '死', startsAnywhere: true, endsAnywhere: true }],
])('reads %s', (entered, expected) => {
  expect(parseWord(entered)).toMatchObject(expected);
});

it.each([
  ['', 'empty'],
  ['***', 'empty'],
  ['\u200b', 'empty'],
  ['...', 'empty'],
  ['<@123456789012345678>', 'empty'],
  ['a', 'tooShort'],
  ['*ab*', 'tooShort'],
  ['の', 'tooShort'],
  ['이', 'tooShort'],
  ['f*ck', 'wildcardInside'],
  ['x'.repeat(61), 'tooLong'],
])('refuses “%s”', (entered, problem) => {
  expect(parseWord(entered)).toBe(problem);
});

it('treats other spellings as the same word, but not other wildcards', () => {
  const key = (text: string): string => wordKey(wordOf(text));
  expect(key('Ｃａｔ*')).toBe(key('cát*'));
  expect(new Set(['cat', 'cat*', '*cat', '*cat*'].map(key)).size).toBe(4);
});
