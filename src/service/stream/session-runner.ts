import { sleep, type Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import type { SessionStore, StoredSession } from '../store/sessions.ts';
import { seal } from './encryption.ts';
import { recommendTags } from './recommend-tags.ts';
import { sentencesOf } from './sentences.ts';
import { SessionError } from './session-error.ts';
import type { StreamLimits } from './stream-limits.ts';
import type { SpeechSource } from './transcribe-media.ts';
import { transcriptOf, type ModerateText } from './transcript.ts';

const STORE_RETRY_MS = 60_000;
const INTERNAL_FAULT = 'The session failed because of an internal error. Try again later.';

export interface SessionRequest {
  account: string;
  convoId: string;
  url: string;
  webhook: string | null;
  seedSentence: string;
  /** Null: the transcript isn't stored. */
  authorKey: string | null;
}

export interface Session extends SessionRequest {
  instanceId: string;
  /** Aborts to end the session before its work is done. */
  ending: AbortController;
}

/** The context to which the encryption binds a session's transcript. */
export function contextOf({
  account,
  convoId,
  instanceId,
}: Pick<Session, 'account' | 'convoId' | 'instanceId'>): string {
  return JSON.stringify([account, convoId, instanceId]);
}

export interface SessionRunnerDeps {
  store: Pick<SessionStore, 'markRunning' | 'setResult' | 'finish'>;
  speechSource: Pick<SpeechSource, 'transcribe'>;
  moderate: ModerateText;
  /** Called once for every finished session. */
  onFinished: (session: StoredSession) => Promise<void>;
  clock: Clock;
  logger: Logger;
  limits: StreamLimits;
  /** Aborts when the service stops. Its next start ends the unfinished sessions. */
  stopping: AbortSignal;
}

/** Transcribes a session's media, stores tags and transcript, and reports the outcome, successful or not. */
export function createSessionRunner(deps: SessionRunnerDeps): (session: Session) => Promise<void> {
  const { store, speechSource, moderate, onFinished, clock, logger, limits, stopping } = deps;

  /** Resolves to the encrypted transcript, or to null without an author key. */
  async function work(session: Session): Promise<Buffer | null> {
    const { instanceId, convoId, authorKey, ending } = session;
    await store.markRunning(instanceId);
    const startedMs = clock.now();
    const { url } = session;
    const { segments, isCut } = await speechSource.transcribe(instanceId, url, ending.signal);
    const sentences = sentencesOf(segments);
    const spoken = sentences.map(({ text }) => text);
    const { tags, undocumentedTags } = recommendTags(spoken, session.seedSentence);
    await store.setResult(instanceId, {
      tags: tags.join(','),
      undocumentedTags: undocumentedTags.join(','),
      isCut,
    });
    const transcript = transcriptOf(sentences, { convoId, startedMs, moderate });
    if (authorKey === null) return null;
    const sealed = await seal(JSON.stringify(transcript), authorKey, contextOf(session));
    ending.signal.throwIfAborted();
    return sealed;
  }

  function stopReasonOf(error: unknown, { instanceId }: Session): string {
    if (error instanceof SessionError) return error.message;
    logger.error({ err: error, instanceId }, 'tagging session failed');
    return INTERNAL_FAULT;
  }

  /** Retries until the store responds. If the service stops first, its next start ends the session. */
  async function finishSurely(
    instanceId: string,
    end: Parameters<SessionStore['finish']>[1],
  ): Promise<StoredSession | null> {
    for (;;) {
      try {
        return await store.finish(instanceId, end);
      } catch (error) {
        logger.error(
          { err: error, instanceId },
          'tagging session end could not be stored, retrying',
        );
        await sleep(clock, STORE_RETRY_MS, stopping);
        if (stopping.aborted) return null;
      }
    }
  }

  return async function run(session) {
    const { ending, instanceId } = session;
    const cancel = clock.after(limits.sessionMs, () =>
      ending.abort(new SessionError(tooLong(limits))),
    );
    let stopReason: string | null = null;
    let transcript: Buffer | null = null;
    try {
      transcript = await work(session);
    } catch (error) {
      if (stopping.aborted) return;
      stopReason = stopReasonOf(error, session);
    } finally {
      cancel();
    }
    const finished = await finishSurely(instanceId, { stopReason, transcript });
    if (finished !== null) await onFinished(finished);
  };
}

function tooLong({ sessionMs }: StreamLimits): string {
  return `The session was stopped after ${sessionMs / 60_000} minutes. Use shorter media or a faster transcriber.`;
}
