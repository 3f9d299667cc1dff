import type { Example } from './example.ts';

/** Shorter texts ("thank you so much") are too common to count as leaks. */
const MIN_WORDS = 4;
/** URLs, mentions, entities, the datasets' placeholders for them, and apostrophes. */
const NOT_WORDS = /https?:\/\/\S+|\[url\]|\burl\b|@\S+|\bhttp\b|\[(?:name|religion)\]|&\w+;|'/gi;

/** A text's words in a form that is the same in all datasets. */
function wordsOf(text: string): string[] {
  return (
    text
      .replaceAll('’', "'")
      .replace(NOT_WORDS, (match) => (match === "'" ? '' : ' '))
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The examples whose texts don't occur in any test set. */
export function decontaminate(
  examples: readonly Example[],
  testTexts: readonly string[],
): Example[] {
  const tested = new Set(testTexts.map((text) => wordsOf(text).join(' ')));
  return examples.filter(({ text }) => {
    const words = wordsOf(text);
    return words.length < MIN_WORDS || !tested.has(words.join(' '));
  });
}
