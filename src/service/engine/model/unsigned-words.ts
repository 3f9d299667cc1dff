/** What is added to a signed byte to make it unsigned. */
export const UNSIGNED = 128;
/** The same for the four bytes of a word: adding half of its range to a byte flips its highest bit. */
const FLIPPED = 0x80808080 | 0;

/** Four signed bytes per 32-bit word, each made unsigned, so that words can be added without borrowing. */
export function unsignedWords({ buffer, byteOffset, length }: Int8Array): Int32Array {
  const words = new Int32Array(buffer.slice(byteOffset, byteOffset + length));
  for (let at = 0; at < words.length; at += 1) words[at] = (words[at] ?? 0) ^ FLIPPED;
  return words;
}
