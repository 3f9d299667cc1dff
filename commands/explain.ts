import {
  CircuitOpenError,
  ClientError,
  ClosedError,
  ConnectionError,
  InvalidRequestError,
  InvalidResponseError,
  JobFailedError,
  RefusedError,
  StatusError,
  TimeoutError,
} from '../src/client/errors.ts';
import { defuse } from '../src/discord/text.ts';
import { serviceFailures as texts } from './texts/service-failures.ts';

/** The service's own words are shown up to here. */
const WHY_LENGTH = 300;

/** A failure of the moderation service as a sentence for who asked; null for any other failure. */
export function explainServiceFailure(error: unknown): string | null {
  if (!(error instanceof ClientError)) return null;
  if (error instanceof TimeoutError) return texts.slow;
  if (error instanceof ConnectionError || error instanceof ClosedError) return texts.away;
  if (error instanceof CircuitOpenError) return texts.resting(error.retryAfterMs ?? 0);
  if (error instanceof StatusError) return explainStatus(error);
  if (error instanceof RefusedError) return texts.refused(defuse(error.serviceMessage, WHY_LENGTH));
  if (error instanceof JobFailedError) return texts.jobFailed;
  if (error instanceof InvalidResponseError) return texts.unreadable;
  if (error instanceof InvalidRequestError) return texts.notSent;
  return error.availability === 'unavailable' ? texts.away : texts.unreadable;
}

function explainStatus({
  status,
  availability,
  serviceMessage,
  retryAfterMs,
}: StatusError): string {
  if (status === 401 || status === 403) return texts.key;
  if (status === 404) return texts.notThere;
  if (status === 429) return texts.tooOften(retryAfterMs);
  if (availability === 'unavailable') return texts.trouble(status);
  return serviceMessage === null
    ? texts.refusedStatus(status)
    : texts.refused(defuse(serviceMessage, WHY_LENGTH));
}
