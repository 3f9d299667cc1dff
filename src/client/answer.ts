import { refusalMessage, refusalSchema } from '../protocol/envelope.ts';
import { streamRefusalMessage, streamRefusalSchema } from '../protocol/stream.ts';
import type { Operation } from './caller.ts';
import { InvalidResponseError, RefusedError, StatusError } from './errors.ts';
import { describeIssues } from './issues.ts';
import { parseRetryAfterMs } from './retry.ts';

/** A response as it came, its body decoded as UTF-8. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Null where the body of an answer that is an error anyway could not be read. */
  text: string | null;
  receivedAtMs: number;
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
/** Enough for any sentence the interface shows; a page is not a sentence. */
const MAX_SERVICE_MESSAGE_LENGTH = 300;

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The value of an answer, or the error it amounts to. `target` names the operation. */
export function readAnswer<T>(
  target: string,
  { schema, mayBeEmpty }: Pick<Operation<T>, 'schema' | 'mayBeEmpty'>,
  answer: Answer,
): T {
  const { status, headers, text } = answer;
  if (!isSuccess(status)) {
    throw new StatusError(target, {
      status,
      retryAfterMs: parseRetryAfterMs(headers['retry-after'], answer.receivedAtMs),
      serviceMessage: sentenceIn(text),
    });
  }

  const json = text === '' && mayBeEmpty === true ? undefined : parseBody(target, answer);
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;

  const sentence = sentenceOf(json);
  if (sentence !== null) throw new RefusedError(target, sentence);
  throw new InvalidResponseError(
    target,
    { status, problem: describeIssues(parsed.error) },
    { cause: parsed.error },
  );
}

function parseBody(target: string, { status, headers, text }: Answer): unknown {
  const invalid = (problem: string): InvalidResponseError =>
    new InvalidResponseError(target, { status, problem });

  if (text === null || text === '') throw invalid('the body is empty');
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw invalid(`content encoding ${quote(encoding)}, none was asked for`);
  }
  const type = headers['content-type'];
  if (type !== undefined && !JSON_TYPE.test(String(type))) {
    throw invalid(`expected JSON, got ${quote(type)} (${text.length} characters)`);
  }
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own error quotes the body, so it is no cause to keep.
    throw invalid(`the body is not valid JSON (${text.length} characters)`);
  }
}

/** A header's value, fit for a message. */
function quote(value: string | string[]): string {
  return JSON.stringify(String(value).slice(0, 60));
}

function sentenceIn(text: string | null): string | null {
  if (text === null) return null;
  try {
    return sentenceOf(JSON.parse(text));
  } catch {
    // Whatever else stands in the body of an error status, the status has said enough.
    return null;
  }
}

/** The sentence of an answer without a result, in either frame; null where it is no such answer. */
function sentenceOf(json: unknown): string | null {
  const refusal = refusalSchema.safeParse(json);
  if (refusal.success) return cut(refusalMessage(refusal.data));
  const inStream = streamRefusalSchema.safeParse(json);
  return inStream.success ? cut(streamRefusalMessage(inStream.data)) : null;
}

function cut(sentence: string): string {
  return sentence.slice(0, MAX_SERVICE_MESSAGE_LENGTH);
}
