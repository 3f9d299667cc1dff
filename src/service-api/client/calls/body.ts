import { InvalidRequestError } from '../errors.ts';

export interface Body {
  readonly value: object;
  /** The value as JSON. */
  readonly text: string;
  /** The length of the text in bytes. For a body below `SMALL_BYTES`, only an upper bound. */
  readonly bytes: number;
}

/** Smaller bodies are accepted everywhere, so their exact size does not matter. */
const SMALL_BYTES = 32 * 1024;
/** A UTF-16 unit takes at most 6 bytes, as an escaped control character. Quotes, colons, commas and braces come on top. */
const BYTES_PER_UNIT = 6;
const BYTES_PER_ENTRY = 10;

/**
 * Serializes a request. Replaces lone surrogates, which truncated emoji leave behind, with U+FFFD, because strict parsers reject
 * their `\udxxx` escapes; requests without any skip this slow second pass. Small requests are serialized only when their text is
 * read, which the service in this process never does.
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

/** An upper bound on the bytes of a record of well-formed strings, or of a record of such records. Infinity for anything else. */
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
