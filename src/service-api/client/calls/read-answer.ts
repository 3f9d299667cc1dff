import type { z } from 'zod';
import { refusalMessage, errorEnvelopeSchema } from '../../schemas/envelope.ts';
import { streamRefusalMessage, streamRefusalSchema } from '../../schemas/stream.ts';
import { InvalidResponseError, ServiceRefusedError, StatusError } from '../errors.ts';
import { describeIssues } from './zod-issues.ts';
import { parseRetryAfterMs } from './retry.ts';
import type { Answer } from './transport.ts';

/** Shape of a successful answer. */
export interface ExpectedAnswer<T> {
  schema: z.ZodType<T>;
  /** The interface allows an empty body. */
  mayBeEmpty?: true;
  /** The schema only checks and converts nothing, so answers from a service of this build need no check. */
  isPlain?: true;
}

/** Longer than every message in the interface. */
const MAX_SERVICE_MESSAGE_LENGTH = 300;

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Returns the answer's value or throws a `ClientError`. `target` names the operation. */
export function readAnswer<T>(
  target: string,
  { schema, mayBeEmpty, isPlain }: ExpectedAnswer<T>,
  answer: Answer,
  isOfThisBuild: boolean,
): T {
  const { status, json } = answer;
  if (!isSuccess(status)) {
    throw new StatusError(target, {
      status,
      retryAfterMs: parseRetryAfterMs(answer.retryAfter, answer.receivedAtMs),
      serviceMessage: messageIn(json),
    });
  }
  // Already checked by the compiler: the service's routes have the types of these schemas.
  if (isOfThisBuild && isPlain === true) return json as T;
  if (json === undefined && mayBeEmpty !== true) {
    throw new InvalidResponseError(target, { status, problem: 'the body is empty' });
  }
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
