import type { Example } from './example.ts';

/** Shorter texts ("thank you so much") are common property. */
const MIN_WORDS = 4;
/** Addresses, mentions, entities, what the sets put in place of them, and apostrophes. */
const NOT_WORDS = /https?:\/\/\S+|\[url\]|\burl\b|@\S+|\bhttp\b|\[(?:name|religion)\]|&\w+;|'/gi;

/** A text as its words alone: what is left of it in any set's way of writing it down. */
function wordsOf(text: string): string[] {
  return (
    text
      .replaceAll('’', "'")
      .replace(NOT_WORDS, (found) => (found === "'" ? '' : ' '))
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The examples whose texts do not stand in a test set, word for word. */
export function withoutTested(
  examples: readonly Example[],
  testTexts: readonly string[],
): Example[] {
  const tested = new Set(testTexts.map((text) => wordsOf(text).join(' ')));
  return examples.filter(({ text }) => {
    const words = wordsOf(text);
    return words.length < MIN_WORDS || !tested.has(words.join(' '));
  });
}
