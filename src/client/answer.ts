import type { z } from 'zod';
import { refusalMessage, refusalSchema, type Refusal } from '../protocol/envelope.ts';
import { InvalidResponseError, RefusedError, StatusError } from './errors.ts';
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
const MAX_ISSUES = 3;

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The value of an answer, or the error it amounts to. `target` names the operation. */
export function readAnswer<T>(target: string, schema: z.ZodType<T>, answer: Answer): T {
  const { status, headers, text } = answer;
  if (!isSuccess(status)) {
    throw new StatusError(target, {
      status,
      retryAfterMs: parseRetryAfterMs(headers['retry-after'], answer.receivedAtMs),
      serviceMessage: sentenceIn(text),
    });
  }

  const json = parseBody(target, answer);
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;

  const refusal = refusalSchema.safeParse(json);
  if (refusal.success) throw new RefusedError(target, sentenceOf(refusal.data));
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

/** Zod's issues name the place and the type that was found there, never the value. */
function describeIssues(error: z.ZodError): string {
  const named = error.issues
    .slice(0, MAX_ISSUES)
    .map((issue) => `${issue.path.join('.') || 'the body'}: ${issue.message}`);
  const more = error.issues.length - named.length;
  return named.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

function sentenceIn(text: string | null): string | null {
  if (text === null) return null;
  try {
    const refusal = refusalSchema.safeParse(JSON.parse(text));
    return refusal.success ? sentenceOf(refusal.data) : null;
  } catch {
    // Whatever else stands in the body of an error status, the status has said enough.
    return null;
  }
}

function sentenceOf(refusal: Refusal): string {
  return refusalMessage(refusal).slice(0, MAX_SERVICE_MESSAGE_LENGTH);
}
