/** Controls, direction overrides, halves of characters and whatever else XML or a line of text should not hold. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu;

/** What people see as one character. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;

/** A name as one line of at most `maxLength` characters, whatever it held. */
export function label(text: string, maxLength: number): string {
  const line = text
    .slice(0, 8 * maxLength)
    .replace(UNFIT, ' ')
    .replace(PILED_MARKS, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(segmenter.segment(line), ({ segment }) => segment);
  if (characters.length <= maxLength) return line;
  return `${characters.slice(0, maxLength - 1).join('')}…`;
}
