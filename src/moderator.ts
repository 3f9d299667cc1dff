import {
  ClientError,
  InvalidRequestError,
  InvalidResponseError,
  RefusedError,
  StatusError,
} from './client/errors.ts';
import type { TextGroup } from './client/text.ts';
import type { Moderation, Moderator } from './moderation/ports.ts';
import { verdictOf } from './moderation/verdict.ts';

/**
 * From this many texts in a row on that the service would not judge, it is the service that is at fault and not the
 * texts (its quota is used up, or `MODERATION_URL` names a web page): messages wait instead of becoming an alert each.
 */
const BROKEN_AFTER = 5;

/** A refusal's sentence comes from outside; an alert has room for this much of it. */
const MAX_REASON_LENGTH = 300;

/** Joins the client to the pipeline's port. */
export function createModerator(text: Pick<TextGroup, 'moderate'>): Moderator {
  let rejectedInARow = 0;

  function failed(error: ClientError): Moderation {
    if (error.availability === 'rejected' && !(error instanceof InvalidRequestError)) {
      rejectedInARow += 1;
    }
    return error.availability === 'unavailable' || rejectedInARow >= BROKEN_AFTER
      ? { kind: 'unavailable', reason: error.message, retryAfterMs: error.retryAfterMs }
      : { kind: 'rejected', reason: reasonOf(error).slice(0, MAX_REASON_LENGTH) };
  }

  return {
    async moderate(sample, metadata) {
      try {
        const envelope = await text.moderate(sample, metadata);
        rejectedInARow = 0;
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
