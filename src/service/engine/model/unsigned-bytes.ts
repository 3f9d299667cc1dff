/** Added to a signed byte to make it unsigned. */
export const BYTE_OFFSET = 128;
/** The same for four bytes at once: adding half of its range to a byte flips its highest bit. */
const HIGHEST_BITS = 0x80808080 | 0;

/**
 * The bytes, four per 32-bit integer, each with `BYTE_OFFSET` added, so that adding integers never carries a sign from one byte
 * into the next. Their number must be divisible by four.
 */
export function unsignedBytes({ buffer, byteOffset, length }: Int8Array): Int32Array {
  const integers = new Int32Array(buffer.slice(byteOffset, byteOffset + length));
  for (let at = 0; at < integers.length; at += 1) {
    integers[at] = (integers[at] ?? 0) ^ HIGHEST_BITS;
  }
  return integers;
}
