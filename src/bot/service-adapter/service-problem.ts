import {
  CircuitOpenError,
  InvalidResponseError,
  ServiceRefusedError,
  StatusError,
  TimeoutError,
} from '../../service-api/client/errors.ts';
import { message, type Message } from '../locales/message.ts';

/** Longer answers of the service are cut. */
const MAX_ANSWER_LENGTH = 300;

/** Why the moderation service is unavailable, for people. */
export function serviceProblem(error: unknown): Message {
  if (error instanceof StatusError) return statusProblem(error);
  if (error instanceof TimeoutError) return message('availability:service.timeout');
  if (error instanceof CircuitOpenError) return message('availability:service.paused');
  if (error instanceof ServiceRefusedError) return rejected(error.serviceMessage);
  return error instanceof InvalidResponseError
    ? message('availability:service.invalidResponse')
    : message('availability:service.unreachable');
}

function statusProblem({ status, availability, serviceMessage }: StatusError): Message {
  if (status === 401 || status === 403) return message('availability:service.key');
  if (status === 404) return message('availability:service.notFound');
  if (status === 429) return message('availability:service.tooManyRequests');
  if (availability === 'unavailable') return message('availability:service.failed', { status });
  return serviceMessage === null
    ? message('availability:service.rejectedWithStatus', { status })
    : rejected(serviceMessage);
}

function rejected(answer: string): Message {
  return message('availability:service.rejected', { reason: answer.slice(0, MAX_ANSWER_LENGTH) });
}
