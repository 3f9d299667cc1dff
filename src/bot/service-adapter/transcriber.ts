import { randomBytes, randomUUID } from 'node:crypto';
import { ClientError, StatusError } from '../../service-api/client/errors.ts';
import { verdictOfSentence, type StreamGroup } from '../../service-api/client/groups/stream.ts';
import { sleep, type Clock } from '../../shared/clock.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { message } from '../locales/message.ts';
import type { ServiceJudgement } from '../domain/case.ts';
import type { Transcriber, Transcription } from '../domain/ports.ts';
import type { ModeratedSentence, TaggingSession } from '../../service-api/schemas/stream.ts';
import { reasonOf, verdictOf } from './moderator.ts';

const AUTHOR_KEY_BYTES = 32;
const POLL_INTERVAL_MS = 2_000;
/** Five minutes to run (interface.md, "Limits"), and as many to wait before that. */
const MAX_SESSION_MS = 10 * 60_000;
const MAX_REASON_LENGTH = 300;

/** The statuses of a service without audio tagging. */
const NO_ROUTE: ReadonlySet<number> = new Set([404, 405, 501]);

/** Implements the pipeline's port with tagging sessions of the service. */
export function createTranscriber(deps: {
  stream: StreamGroup;
  /** Erases a session of the embedded service. Null: the service is remote and keeps it, encrypted with a key nobody has. */
  erase: ((convoId: string) => Promise<void>) | null;
  clock: Clock;
  logger: Logger;
}): Transcriber {
  const { stream, erase, clock, logger } = deps;

  /** Null: the session did not end in time. */
  async function ended(convoId: string, signal: AbortSignal): Promise<TaggingSession | null> {
    const untilMs = clock.now() + MAX_SESSION_MS;
    while (clock.now() < untilMs) {
      try {
        const { session } = await stream.status(convoId, { signal });
        if (!session.running) return session;
      } catch (error) {
        signal.throwIfAborted();
        const isPassing = error instanceof ClientError && error.availability === 'unavailable';
        if (!isPassing || hasNoRoute(error)) throw error;
      }
      await sleep(clock, POLL_INTERVAL_MS, signal);
      signal.throwIfAborted();
    }
    return null;
  }

  async function transcribe(
    url: string,
    convoId: string,
    signal: AbortSignal,
  ): Promise<Transcription> {
    const authorKey = randomBytes(AUTHOR_KEY_BYTES).toString('base64url');
    await stream.tag({ url, convoId, authorKey }, { signal });
    const session = await ended(convoId, signal);
    if (session === null) {
      return { kind: 'unchecked', reason: message('alerts:uncheckedBecause.recordingTimeout') };
    }
    if (session.error) {
      const answer = (session.metadata?.stopReason ?? '').slice(0, MAX_REASON_LENGTH);
      const reason = message('alerts:uncheckedBecause.recordingFailed', { answer });
      return { kind: 'unchecked', reason };
    }
    const { moderationResults } = await stream.transcript(convoId, authorKey, { signal });
    const sentences = moderationResults.map((sentence) => ({
      text: sentence.voiceSTT,
      judgement: judgementOf(sentence),
    }));
    return { kind: 'transcribed', sentences, isCut: session.metadata?.truncated === true };
  }

  return {
    async transcribe({ url }, signal) {
      const convoId = randomUUID();
      try {
        return await transcribe(url, convoId, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ClientError)) throw error;
        if (hasNoRoute(error)) {
          return { kind: 'unchecked', reason: message('alerts:uncheckedBecause.noRecordings') };
        }
        return error.availability === 'unavailable'
          ? { kind: 'unavailable', reason: error.message }
          : { kind: 'unchecked', reason: reasonOf(error) };
      } finally {
        await erase?.(convoId).catch((error: unknown) =>
          logger.warn({ reason: errorMessage(error) }, 'could not erase a tagging session'),
        );
      }
    },
  };
}

function hasNoRoute(error: ClientError): boolean {
  return error instanceof StatusError && NO_ROUTE.has(error.status);
}

function judgementOf(sentence: ModeratedSentence): ServiceJudgement {
  const envelope = verdictOfSentence(sentence);
  return envelope === null
    ? { kind: 'unchecked', reason: message('alerts:uncheckedBecause.sentence') }
    : { kind: 'verdict', verdict: verdictOf(envelope) };
}
