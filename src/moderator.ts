import { ClientError, InvalidResponseError, RefusedError, StatusError } from './client/errors.ts';
import type { TextGroup } from './client/text.ts';
import type { Moderation, Moderator } from './moderation/ports.ts';
import { verdictOf } from './moderation/verdict.ts';

/**
 * From this many unreadable answers in a row on, it is the service that is broken and not the samples
 * (`MODERATION_URL` may name a web page): messages wait instead of becoming an alert each.
 */
const BROKEN_AFTER = 5;

/** A refusal's sentence comes from outside; an alert has room for this much of it. */
const MAX_REASON_LENGTH = 300;

/** Joins the client to the pipeline's port. */
export function createModerator(text: TextGroup): Moderator {
  let unreadableInARow = 0;

  function failed(error: ClientError): Moderation {
    if (error instanceof InvalidResponseError) {
      unreadableInARow += 1;
      if (unreadableInARow >= BROKEN_AFTER) {
        return { kind: 'unavailable', reason: error.message, retryAfterMs: null };
      }
    }
    return error.availability === 'unavailable'
      ? { kind: 'unavailable', reason: error.message, retryAfterMs: error.retryAfterMs }
      : { kind: 'rejected', reason: reasonOf(error).slice(0, MAX_REASON_LENGTH) };
  }

  return {
    async moderate(sample, metadata) {
      try {
        const envelope = await text.moderate(sample, metadata);
        unreadableInARow = 0;
        return { kind: 'verdict', verdict: verdictOf(envelope) };
      } catch (error) {
        if (error instanceof ClientError) return failed(error);
        throw error;
      }
    },
  };
}

/** Why this text could not be judged, for moderators. */
function reasonOf(error: ClientError): string {
  if (error instanceof RefusedError) return `The service refused it: ${error.serviceMessage}`;
  if (error instanceof StatusError) {
    return error.serviceMessage === null
      ? `The service refused it (status ${error.status}).`
      : `The service refused it: ${error.serviceMessage}`;
  }
  if (error instanceof InvalidResponseError) {
    return 'The service gave an answer that makes no sense.';
  }
  return 'It could not be sent to the service.';
}
