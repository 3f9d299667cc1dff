import { sleep, type Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { HttpError } from '../../shared/http-error.ts';
import type { SessionStore, StoredSession } from '../store/sessions.ts';
import { SessionError } from './session-error.ts';
import type { StreamLimits } from './stream-limits.ts';
import type { SpeechSource } from './transcribe-media.ts';
import { recommendTags } from './recommend-tags.ts';
import { sentencesOf } from './sentences.ts';
import { transcriptOf, type ModerateText } from './transcript.ts';
import { seal, unseal } from './encryption.ts';

export interface TaggingDeps {
  store: SessionStore;
  speechSource: SpeechSource;
  moderate: ModerateText;
  /** Called once for every finished session. */
  onFinished: (session: StoredSession) => Promise<void>;
  /** The instance of the service. */
  serviceInstanceId: string;
  clock: Clock;
  newUuid: () => string;
  logger: Logger;
  limits: StreamLimits;
}

export interface SessionRequest {
  account: string;
  convoId: string;
  url: string;
  webhook: string | null;
  seedSentence: string;
  /** Null: the transcript isn't stored. */
  authorKey: string | null;
}

/** The transcript as JSON text, or why it isn't available. */
export type TranscriptResult =
  | { kind: 'opened'; json: string }
  | { kind: 'wrongKey' }
  | { kind: 'none' };

/** Tagging sessions: a few run at a time, the others wait, and each ends after five minutes at the latest. */
export interface Tagging {
  /**
   * Ends sessions that a previous run or a dead instance left unfinished, as failed, and aborts those of its own that were
   * replaced by way of another instance. A session can't move: its author key is in no store.
   */
  tidy(): Promise<void>;
  /** Resolves once the session is stored. Throws an `HttpError` if too many are waiting. */
  create(request: SessionRequest): Promise<StoredSession>;
  find(account: string, convoId: string): Promise<StoredSession | null>;
  openTranscript(session: StoredSession, authorKey: string): Promise<TranscriptResult>;
  /** Aborts running sessions; the next start, or another instance, ends them. */
  stop(): Promise<void>;
}

const STORE_RETRY_MS = 60_000;
const TOO_MANY_REQUESTS = 429;
const FULL = 'Too many tagging sessions are waiting. Try again in a few minutes.';
const INTERRUPTED = 'The service stopped during the session. Start a new one.';
const REPLACED = 'A newer session with the same convoId replaced this one.';
const INTERNAL_FAULT = 'The session failed because of an internal error. Try again later.';

interface Session extends SessionRequest {
  instanceId: string;
  /** Aborted to end the session before its work is done. */
  ending: AbortController;
}

/** The encryption context of a session's transcript. */
function contextOf({
  account,
  convoId,
  instanceId,
}: Pick<Session, 'account' | 'convoId' | 'instanceId'>): string {
  return JSON.stringify([account, convoId, instanceId]);
}

export function createTagging(deps: TaggingDeps): Tagging {
  const { store, speechSource, moderate, onFinished, serviceInstanceId } = deps;
  const { clock, newUuid, logger, limits } = deps;
  const waiting: Session[] = [];
  const atWork = new Map<Session, Promise<void>>();
  /** Sessions being stored, which already count against the limit. */
  let storing = 0;
  const stopping = new AbortController();

  /** Resolves to the encrypted transcript; null without an author key. */
  async function work(session: Session): Promise<Buffer | null> {
    const { instanceId, convoId, authorKey, ending } = session;
    await store.markRunning(instanceId);
    const startedMs = clock.now();
    const segments = await speechSource.transcribe(instanceId, session.url, ending.signal);
    const sentences = sentencesOf(segments);
    const spoken = sentences.map(({ text }) => text);
    const { tags, undocumentedTags } = recommendTags(spoken, session.seedSentence);
    await store.setTags(instanceId, tags.join(','), undocumentedTags.join(','));
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

  async function run(session: Session): Promise<void> {
    const { ending, instanceId } = session;
    const cancel = clock.after(limits.sessionMs, () =>
      ending.abort(new SessionError(tooLong(limits))),
    );
    let stopReason: string | null = null;
    let transcript: Buffer | null = null;
    try {
      transcript = await work(session);
    } catch (error) {
      if (stopping.signal.aborted) return;
      stopReason = stopReasonOf(error, session);
    } finally {
      cancel();
    }
    const finished = await finishSurely(instanceId, { stopReason, transcript });
    if (finished !== null) await onFinished(finished);
  }

  /** Retries until the store works. If the service stops first, the next start ends the session. */
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
        await sleep(clock, STORE_RETRY_MS, stopping.signal);
        if (stopping.signal.aborted) return null;
      }
    }
  }

  function startNext(): void {
    if (stopping.signal.aborted || atWork.size >= limits.running) return;
    const session = waiting.shift();
    if (session === undefined) return;
    const done = run(session)
      .catch((error: unknown) => {
        const { instanceId } = session;
        logger.error({ err: error, instanceId }, 'tagging session end lost');
      })
      .finally(() => {
        atWork.delete(session);
        startNext();
      });
    atWork.set(session, done);
  }

  /** Another session has replaced this one. */
  function breakOff(session: Session): void {
    const index = waiting.indexOf(session);
    if (index !== -1) waiting.splice(index, 1);
    session.ending.abort(new SessionError(REPLACED));
  }

  /** A new session replaces an earlier one with the same convoId. */
  function breakOffOthers({ account, convoId }: SessionRequest): void {
    for (const other of [...waiting, ...atWork.keys()]) {
      if (other.account === account && other.convoId === convoId) breakOff(other);
    }
  }

  return {
    async tidy() {
      for (const { instanceId } of await store.abandoned()) {
        await speechSource.cleanUp(instanceId);
        const end = { stopReason: INTERRUPTED, transcript: null };
        const finished = await store.finish(instanceId, end);
        if (finished !== null) await onFinished(finished);
      }
      // Not those that are created in the meantime.
      const ours = [...waiting, ...atWork.keys()];
      if (ours.length === 0) return;
      const running = await store.running();
      for (const session of ours) if (!running.has(session.instanceId)) breakOff(session);
    },
    async create(request) {
      const places = limits.waiting + limits.running - atWork.size;
      if (waiting.length + storing >= places) throw new HttpError(TOO_MANY_REQUESTS, FULL);
      const { account, convoId, url, webhook } = request;
      const session: Session = {
        ...request,
        instanceId: newUuid(),
        ending: new AbortController(),
      };
      const { instanceId } = session;
      const created = { account, convoId, instanceId, url, webhook, createdMs: clock.now() };
      storing += 1;
      try {
        await store.put(created);
      } finally {
        storing -= 1;
      }
      breakOffOthers(request);
      waiting.push(session);
      startNext();
      return {
        ...created,
        state: 'provisioning',
        stopReason: null,
        tags: '',
        undocumentedTags: '',
        claimedBy: serviceInstanceId,
      };
    },
    find: (account, convoId) => store.get(account, convoId),
    async openTranscript(session, authorKey) {
      const sealed = await store.transcript(session.account, session.convoId);
      if (sealed === null) return { kind: 'none' };
      const json = await unseal(sealed, authorKey, contextOf(session));
      return json === null ? { kind: 'wrongKey' } : { kind: 'opened', json };
    },
    async stop() {
      stopping.abort();
      waiting.length = 0;
      for (const { ending } of atWork.keys()) ending.abort(new SessionError(INTERRUPTED));
      await Promise.all(atWork.values());
      await speechSource.close();
    },
  };
}

function tooLong({ sessionMs }: StreamLimits): string {
  return `The session was stopped after ${sessionMs / 60_000} minutes. Use shorter media or a faster transcriber.`;
}
