import { InvalidResponseError } from '../errors.ts';

/** A raw response with its body decoded as UTF-8. */
export interface HttpResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Null: the body of an error response could not be read. */
  text: string | null;
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** The JSON value of a successful response; undefined: the body is empty. Throws if it is something else. */
export function readJson(target: string, { status, headers, text }: HttpResponse): unknown {
  const invalid = (problem: string): InvalidResponseError =>
    new InvalidResponseError(target, { status, problem });

  if (text === null || text === '') return undefined;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw invalid(`unexpected content encoding ${quote(encoding)}`);
  }
  const type = headers['content-type'];
  if (type !== undefined && !JSON_TYPE.test(String(type))) {
    throw invalid(`expected JSON, got ${quote(type)} (${text.length} characters)`);
  }
  try {
    return JSON.parse(text);
  } catch {
    // Don't keep the parser's error, because it quotes the body.
    throw invalid(`the body is not valid JSON (${text.length} characters)`);
  }
}

/** A header's value, safe for a message. */
function quote(value: string | string[]): string {
  return JSON.stringify(String(value).slice(0, 60));
}

/** The JSON value of an error response; undefined: there is none, and the status alone describes the error. */
export function readRefusal(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
