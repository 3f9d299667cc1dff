/*
 * Members' text is shown to moderators and quoted back to members. These functions remove everything it could do there:
 * ping, link, format, leave its spoiler, or hide characters.
 */

/**
 * Control characters and everything Unicode defines as invisible, including direction overrides. The group matches the
 * joiners inside an emoji, which are kept.
 */
const INVISIBLE =
  /((?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\uFE0F)|(?!\n)[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** Half a surrogate pair, which is not valid in JSON. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** Stacked accents cover the lines around them. */
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;

const EMPTY_LINES = /\n{3,}/g;

/**
 * Characters that start Discord's markdown, a mention, a timestamp, an emoji or a link. List markers count only at the start
 * of a line. A backslash escapes any of them.
 */
const MARKDOWN = /[\\*_~`|<>#[\]@]|(?<=^[^\S\n]*)[-+](?=\s)|(?<=^[^\S\n]*\d+)\.(?=\s)|:(?=\/\/)/gmu;

/**
 * The visible part of a text, in at most `maxLength` UTF-16 units, for places without markdown. Empty if nothing in it is
 * visible.
 */
export function visible(text: string, maxLength: number): string {
  // Bounds the work on long runs of invisible characters.
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

/** A visible text with all markdown, mentions and links escaped. */
export function defuse(text: string, maxLength: number): string {
  return truncate(visible(text, maxLength).replace(MARKDOWN, '\\$&'), maxLength);
}

/** A defused text in one line. Line breaks become `lineBreak`. */
export function defuseLine(text: string, maxLength: number, lineBreak = ' '): string {
  const line = defuse(text, maxLength).replaceAll(/\s+/g, (blank) =>
    blank.includes('\n') ? lineBreak : blank,
  );
  return truncate(line, maxLength);
}

/** Cuts a text to one of Discord's limits, never inside a character or an escape. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '');
  let backslashes = 0;
  while (cut.at(-1 - backslashes) === '\\') backslashes += 1;
  return `${backslashes % 2 === 1 ? cut.slice(0, -1) : cut}…`;
}

/** Hides a defused text until it is clicked. */
export function spoiler(defused: string): string {
  // Discord ends a spoiler at the first two bars in a row, even if they are escaped.
  return defused.endsWith('|') ? `||${defused} ||` : `||${defused}||`;
}
