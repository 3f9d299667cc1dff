/*
 * Members' text is shown to moderators and quoted back to members. There it must be a text and nothing else: no
 * ping, no link, no formatting, no way out of the spoiler, nothing hidden in it.
 */

/**
 * Control characters and all that Unicode says is drawn as nothing, direction overrides among them. What holds
 * an emoji together is caught as well, to be put back.
 */
const INVISIBLE =
  /((?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\uFE0F)|(?!\n)[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** Half a surrogate pair: no character, and nothing JSON should carry. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** Piled-up accents paint over the lines round them. */
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;

const EMPTY_LINES = /\n{3,}/g;

/**
 * What begins a piece of Discord's markdown, a mention, a timestamp, an emoji or a link; list signs count at the
 * beginning of a line only. A backslash before any of them tells Discord that it is text.
 */
const MARKDOWN = /[\\*_~`|<>#[\]@]|(?<=^[^\S\n]*)[-+](?=\s)|(?<=^[^\S\n]*\d+)\.(?=\s)|:(?=\/\/)/gmu;

/**
 * A text without what can't be seen in it, in at most `maxLength` UTF-16 units: for places that know no markdown.
 * Empty when nothing visible is in it.
 */
export function visible(text: string, maxLength: number): string {
  // What can't be seen may be long. We look through some of it, not through all.
  const isLong = text.length > 4 * maxLength;
  const shown = text
    .slice(0, 4 * maxLength)
    .replaceAll('\t', ' ')
    .replace(INVISIBLE, '$1')
    .replace(LONE_SURROGATE, '\uFFFD')
    .replace(PILED_MARKS, '$1')
    .replace(EMPTY_LINES, '\n\n')
    .trim();
  return truncate(isLong ? `${shown}…` : shown, maxLength);
}

/** A visible text in which nothing is markdown, a mention or a link any more. */
export function defuse(text: string, maxLength: number): string {
  return truncate(visible(text, maxLength).replace(MARKDOWN, '\\$&'), maxLength);
}

/** Cuts a text for one of Discord's limits, never in the middle of a character or of an escape. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '');
  const backslashes = /\\*$/.exec(cut)?.[0].length ?? 0;
  return `${backslashes % 2 === 1 ? cut.slice(0, -1) : cut}…`;
}

/** A defused text that shows only when it is clicked on. */
export function spoiler(defused: string): string {
  // Discord looks for the first two bars in a row, escaped or not.
  return defused.endsWith('|') ? `||${defused} ||` : `||${defused}||`;
}
