/** Emoji with a letter as their name: `<:letter_f:1>`, `<:f_:1>`, `:regional_indicator_f:`. */
const LETTER_EMOJI =
  /<a?:(?:[a-z]+_){0,3}_?([a-z])(?:_[a-z]*)?\d{0,2}:\d{1,20}>|:regional_indicator_([a-z]):/gi;
const MIN_LETTER_EMOJI = 3;
/** Marks the place of a letter emoji until the letters are joined. */
const JOINT = '\u2063';

/** The text with its letter emoji replaced by the letters that they show. */
export function spelledWithEmoji(sample: string): string | null {
  if ((sample.match(LETTER_EMOJI)?.length ?? 0) < MIN_LETTER_EMOJI) return null;
  return sample
    .replace(
      LETTER_EMOJI,
      (_, custom?: string, indicator?: string) => `${JOINT}${custom ?? indicator ?? ''}`,
    )
    .replace(/\u2063([a-z])\s?(?=\u2063|$)/gi, '$1')
    .replaceAll(JOINT, '');
}
