// ^ toWellFormed: Node 20 has it, the es2023 library of the compiler does not name it yet.
import { InvalidRequestError } from './errors.ts';

/**
 * The JSON text of a request. Half a surrogate pair, which a cut-off emoji leaves behind, is escaped by
 * JSON.stringify as `\udxxx`; strict readers refuse that, so it becomes U+FFFD instead. Looking for the escape
 * first spares all other requests the slow pass.
 */
export function encodeJson(target: string, body: object): string {
  try {
    const text = JSON.stringify(body);
    return text.includes('\\ud') ? JSON.stringify(body, wellFormed) : text;
  } catch (cause) {
    throw new InvalidRequestError(target, 'the body cannot be written as JSON', { cause });
  }
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
