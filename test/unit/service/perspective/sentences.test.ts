import { expect, it } from 'vitest';
import { sentencesOf } from '../../../../src/service/perspective/sentences.ts';

it('finds sentences in UTF-16 units, without the space around them', () => {
  const text = '  What kind of name is foo? 😀 Sorry, I like your name. ';
  const parts = sentencesOf(text).map(({ begin, end }) => text.slice(begin, end));
  expect(parts.join('|')).toMatch(/^What kind of name is foo\?\s?(?:\||)/);
  expect(parts.at(-1)).toMatch(/Sorry, I like your name\.$/);
});

it('gives the example of the documentation its documented spans', () => {
  const text = 'What kind of idiot name is foo? Sorry, I like your name.';
  expect(sentencesOf(text)).toEqual([
    { begin: 0, end: 31 },
    { begin: 32, end: 56 },
  ]);
});

it('gives at most a hundred spans, of which the last is the rest', () => {
  const text = 'Aha! '.repeat(500);
  const spans = sentencesOf(text);
  expect(spans).toHaveLength(100);
  expect(spans.at(-1)?.end).toBe(text.trimEnd().length);
});

it('gives no spans for a text of spaces', () => {
  expect(sentencesOf('  \n ')).toEqual([]);
});
