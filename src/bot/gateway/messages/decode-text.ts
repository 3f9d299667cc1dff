/**
 * The text of a file, as Discord's preview shows it: UTF-8 or UTF-16 by its byte order mark; else UTF-8 with invalid bytes
 * replaced, or Windows-1252 if most non-ASCII characters are invalid. Leaves out NULs, so that UTF-16 without a mark is
 * readable, too.
 */
export function decodeText(bytes: Uint8Array): string {
  return decoded(bytes).replaceAll('\0', '');
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
  const text = decodeAs('utf-8', bytes);
  const invalid = countOf(text, REPLACED);
  // A single invalid byte is a mistake, or was put there so that the text is not read.
  if (invalid <= 1 || invalid <= countOf(text, BEYOND_ASCII)) return text;
  return decodeAs('windows-1252', bytes);
}

const REPLACED = /\uFFFD/g;
const BEYOND_ASCII = /[^\0-\x7F\uFFFD]/gu;

/** In streaming mode, a character that was cut at the end of the file is left out. */
const decodeAs = (encoding: string, bytes: Uint8Array): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true });

function countOf(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count += 1;
  return count;
}

/** The beginning of a file says enough about its kind. */
const SNIFFED_BYTES = 4_096;
/** The highest share of control characters in a text. */
const MAX_CONTROLS = 0.02;

/** Whether a file of unknown type is a text. */
export function isText(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (hasMark) return true;
  const sniffed = bytes.subarray(0, SNIFFED_BYTES);
  const controls = sniffed.filter((byte) => byte < 0x20 && !isBlank(byte)).length;
  const invalid = countOf(decodeAs('utf-8', sniffed), REPLACED);
  return controls + invalid <= sniffed.length * MAX_CONTROLS;
}

/** From tab to carriage return. */
const isBlank = (byte: number): boolean => byte >= 0x09 && byte <= 0x0d;
