import { InvalidRequestError } from '../errors.ts';

/** The body of a request. */
export interface Body {
  readonly value: object;
  /** The value as JSON. */
  readonly text: string;
  /** The length of the text in bytes. A bound for one that is certainly shorter than `SMALL_BYTES`. */
  readonly bytes: number;
}

/** Smaller bodies are accepted everywhere, so their exact size does not matter. */
const SMALL_BYTES = 32 * 1024;
/** A UTF-16 unit takes at most 6 bytes, as an escaped control character; quotes, colon, comma and braces come on top. */
const BYTES_PER_UNIT = 6;
const BYTES_PER_ENTRY = 10;

/**
 * Serializes a request. Replaces lone surrogates, which truncated emoji leave behind, with U+FFFD, because strict parsers
 * reject their `\udxxx` escapes. Other requests skip the slow second pass. A small one is written only when its text is
 * read, because the service in this process does not.
 */
export function encodeBody(target: string, value: object): Body {
  const bytes = boundOf(value);
  if (bytes <= SMALL_BYTES) {
    return {
      value,
      bytes,
      get text() {
        return JSON.stringify(value);
      },
    };
  }
  try {
    const text = JSON.stringify(value);
    if (!text.includes('\\ud')) return bodyOf(value, text);
    const wellFormed = JSON.stringify(value, toWellFormed);
    return bodyOf(JSON.parse(wellFormed) as object, wellFormed);
  } catch (cause) {
    throw new InvalidRequestError(target, 'the body cannot be written as JSON', { cause });
  }
}

function bodyOf(value: object, text: string): Body {
  return { value, text, bytes: Buffer.byteLength(text) };
}

function toWellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** Bytes that suffice for a record of well-formed strings, and of such records. Infinity: it is something else. */
function boundOf(value: object, levels = 2): number {
  let bytes = BYTES_PER_ENTRY;
  const record = value as Readonly<Record<string, unknown>>;
  for (const name in record) {
    const field = record[name];
    bytes += BYTES_PER_ENTRY + BYTES_PER_UNIT * name.length;
    if (typeof field === 'string' && field.isWellFormed()) bytes += BYTES_PER_UNIT * field.length;
    else if (isPlain(field) && levels > 1) bytes += boundOf(field, levels - 1);
    else return Infinity;
  }
  return bytes;
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
