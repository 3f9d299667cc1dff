/** A word, or a text in quotes. A quote after an equals sign belongs to the same word: `key="two words"`. */
const WORD = /(?:[^\s,"“”„«»]|["“„«][^"“”»]*["”“»])+|["“”„«»]/g;
const QUOTED = /^["“„«]([^"“”»]*)["”“»]$/;

/** The words of a typed list, separated by spaces or commas. Quotes keep a text with spaces together and stay in place. */
export function wordsOf(typed: string | null): string[] {
  return (typed ?? '').match(WORD) ?? [];
}

/** The text in quotes; null: the word has none. */
export function unquoted(word: string): string | null {
  return QUOTED.exec(word)?.[1] ?? null;
}
