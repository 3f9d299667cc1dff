/** Control characters, direction overrides, lone surrogates and anything else that XML or a line of text must not contain. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu;

/** Splits text into what people see as characters. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu;

/** Any text as one safe line of at most `maxLength` visible characters. */
export function label(text: string, maxLength: number): string {
  const line = text
    .slice(0, 8 * maxLength)
    .replace(UNSAFE, ' ')
    .replace(STACKED_MARKS, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(segmenter.segment(line), ({ segment }) => segment);
  if (characters.length <= maxLength) return line;
  return `${characters.slice(0, maxLength - 1).join('')}…`;
}
