import {
  CircuitOpenError,
  ClientError,
  ClosedError,
  ConnectionError,
  InvalidRequestError,
  InvalidResponseError,
  JobFailedError,
  ServiceRefusedError,
  StatusError,
  TimeoutError,
} from '../src/service-api/client/errors.ts';
import { defuse, duration, type Translate } from '../src/bot/command-kit.ts';

const MAX_REASON_LENGTH = 300;

interface Context {
  readonly t: Translate;
}

/** Explains a failure of the moderation service to the person who ran the command; null: another failure. */
export function explainServiceFailure(error: unknown, { t }: Context): string | null {
  if (!(error instanceof ClientError)) return null;
  if (error instanceof TimeoutError) return t('service-errors:timeout');
  if (error instanceof ConnectionError || error instanceof ClosedError) {
    return t('service-errors:unreachable');
  }
  if (error instanceof CircuitOpenError) {
    return t('service-errors:paused', { wait: waitText(error.retryAfterMs ?? 0, t) });
  }
  if (error instanceof StatusError) return explainStatus(error, t);
  if (error instanceof ServiceRefusedError) return rejection(error.serviceMessage, t);
  if (error instanceof JobFailedError) return t('service-errors:jobFailed');
  if (error instanceof InvalidResponseError) return t('service-errors:invalidResponse');
  if (error instanceof InvalidRequestError) return t('service-errors:invalidRequest');
  return error.availability === 'unavailable'
    ? t('service-errors:unreachable')
    : t('service-errors:invalidResponse');
}

function explainStatus(error: StatusError, t: Translate): string {
  const { status, availability, serviceMessage, retryAfterMs } = error;
  if (status === 401 || status === 403) return t('service-errors:key');
  if (status === 404) return t('service-errors:notFound');
  if (status === 429) {
    return retryAfterMs === null
      ? t('service-errors:tooManyRequestsForNow')
      : t('service-errors:tooManyRequests', { wait: waitText(retryAfterMs, t) });
  }
  if (availability === 'unavailable') return t('service-errors:failed', { status });
  return serviceMessage === null
    ? t('service-errors:rejectedWithStatus', { status })
    : rejection(serviceMessage, t);
}

function rejection(reason: string, t: Translate): string {
  return t('service-errors:rejected', { reason: defuse(reason, MAX_REASON_LENGTH) });
}

function waitText(ms: number, t: Translate): string {
  return duration(t.language, Math.max(1, Math.ceil(ms / 1000)));
}
