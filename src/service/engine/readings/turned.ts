/** Maps letters turned upside down to the letters that they stand for. */
const TURNED: ReadonlyMap<string, string> = new Map(
  Array.from('ɐqɔpǝɟƃɓɥᴉıɾʞlɯuodbɹsʇnʌʍxʎz', (shape, at) => [
    shape,
    'abcdefgghiijklmnopqrstuvwxyz'[at] ?? '',
  ]),
);
/** Turned letters that aren't also ordinary letters. */
const CLEARLY_TURNED = /[ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ]/gu;
const MIN_TURNED = 3;

/** The text turned upright. */
export function turned(sample: string): string | null {
  const clear = sample.match(CLEARLY_TURNED)?.length ?? 0;
  if (clear < MIN_TURNED) return null;
  return Array.from(sample.toLowerCase(), (letter) => TURNED.get(letter) ?? letter)
    .reverse()
    .join('');
}
