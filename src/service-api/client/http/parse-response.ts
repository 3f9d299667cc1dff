import type { z } from 'zod';
import { refusalMessage, errorEnvelopeSchema } from '../../schemas/envelope.ts';
import { streamRefusalMessage, streamRefusalSchema } from '../../schemas/stream.ts';
import { InvalidResponseError, ServiceRefusedError, StatusError } from '../errors.ts';
import { describeIssues } from './zod-issues.ts';
import { parseRetryAfterMs } from './retry.ts';

/** A raw response with its body decoded as UTF-8. */
export interface HttpResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Null: the body of an error response could not be read. */
  text: string | null;
  receivedAtMs: number;
}

/** Shape of a successful response. */
export interface ExpectedResponse<T> {
  schema: z.ZodType<T>;
  /** The interface allows an empty body. */
  mayBeEmpty?: true;
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
/** Longer than every message in the interface. */
const MAX_SERVICE_MESSAGE_LENGTH = 300;

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Returns the response's value or throws a `ClientError`. `target` names the operation. */
export function parseResponse<T>(
  target: string,
  { schema, mayBeEmpty }: ExpectedResponse<T>,
  response: HttpResponse,
): T {
  const { status, headers, text } = response;
  if (!isSuccess(status)) {
    throw new StatusError(target, {
      status,
      retryAfterMs: parseRetryAfterMs(headers['retry-after'], response.receivedAtMs),
      serviceMessage: messageInText(text),
    });
  }

  const json = text === '' && mayBeEmpty === true ? undefined : parseBody(target, response);
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;

  const serviceMessage = messageIn(json);
  if (serviceMessage !== null) throw new ServiceRefusedError(target, serviceMessage);
  throw new InvalidResponseError(
    target,
    { status, problem: describeIssues(parsed.error) },
    { cause: parsed.error },
  );
}

function parseBody(target: string, { status, headers, text }: HttpResponse): unknown {
  const invalid = (problem: string): InvalidResponseError =>
    new InvalidResponseError(target, { status, problem });

  if (text === null || text === '') throw invalid('the body is empty');
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

function messageInText(text: string | null): string | null {
  if (text === null) return null;
  try {
    return messageIn(JSON.parse(text));
  } catch {
    // The status alone describes the error.
    return null;
  }
}

/** The message of an error envelope or stream error; null for any other response. */
function messageIn(json: unknown): string | null {
  const refusal = errorEnvelopeSchema.safeParse(json);
  if (refusal.success) return truncate(refusalMessage(refusal.data));
  const inStream = streamRefusalSchema.safeParse(json);
  return inStream.success ? truncate(streamRefusalMessage(inStream.data)) : null;
}

function truncate(message: string): string {
  return message.slice(0, MAX_SERVICE_MESSAGE_LENGTH);
}
