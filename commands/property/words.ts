/** A word, or a text in quotes. A quote after an equals sign belongs to the same word: `key="two words"`. */
const WORD = /(?:[^\s,"“”„«»]|["“„«][^"“”»]*["”“»])+|["“”„«»]/g;
const QUOTED = /^["“„«]([^"“”»]*)["”“»]$/;

/** Splits a list at spaces and commas. Quotes keep a text together and stay in place. */
export function wordsOf(typed: string | null): string[] {
  return (typed ?? '').match(WORD) ?? [];
}

/** The text in quotes; null: not quoted. */
export function unquoted(word: string): string | null {
  return QUOTED.exec(word)?.[1] ?? null;
}
