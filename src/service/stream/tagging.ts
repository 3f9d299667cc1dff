import { HttpError } from '../../shared/http-error.ts';
import type { SessionStore, StoredSession } from '../store/sessions.ts';
import { SessionError } from './session-error.ts';
import type { SpeechSource } from './transcribe-media.ts';
import { unseal } from './encryption.ts';
import {
  contextOf,
  createSessionRunner,
  type Session,
  type SessionRequest,
  type SessionRunnerDeps,
} from './session-runner.ts';

export interface TaggingDeps extends Omit<
  SessionRunnerDeps,
  'store' | 'speechSource' | 'stopping'
> {
  store: SessionStore;
  speechSource: SpeechSource;
  /** Identifies this instance of the service. */
  serviceInstanceId: string;
  newUuid: () => string;
}

/** The transcript as JSON text, or the reason why it isn't available. */
export type TranscriptResult =
  | { kind: 'opened'; json: string }
  | { kind: 'wrongKey' }
  | { kind: 'none' };

/** Tagging sessions: a few run at a time, the others wait, and each ends after at most five minutes. */
export interface Tagging {
  /**
   * Ends, as failed, the sessions that a previous run or a dead instance left unfinished. Aborts sessions of this instance that
   * were replaced through another instance. A session can't move to another instance, because its author key is not stored.
   */
  tidy(): Promise<void>;
  /** Resolves once the session is stored. Throws an `HttpError` if too many are waiting. */
  create(request: SessionRequest): Promise<StoredSession>;
  find(account: string, convoId: string): Promise<StoredSession | null>;
  openTranscript(session: StoredSession, authorKey: string): Promise<TranscriptResult>;
  /** Aborts running sessions; the next start or another instance marks them as ended. */
  stop(): Promise<void>;
}

const TOO_MANY_REQUESTS = 429;
const FULL = 'Too many tagging sessions are waiting. Try again in a few minutes.';
const INTERRUPTED = 'The service stopped during the session. Start a new one.';
const REPLACED = 'A newer session with the same convoId replaced this one.';

export function createTagging(deps: TaggingDeps): Tagging {
  const { store, speechSource, onFinished, serviceInstanceId } = deps;
  const { clock, newUuid, logger, limits } = deps;
  const waiting: Session[] = [];
  const atWork = new Map<Session, Promise<void>>();
  /** Number of sessions that are being stored, which already count against the limit. */
  let storing = 0;
  const stopping = new AbortController();
  const runSession = createSessionRunner({ ...deps, stopping: stopping.signal });

  function startNext(): void {
    if (stopping.signal.aborted || atWork.size >= limits.running) return;
    const session = waiting.shift();
    if (session === undefined) return;
    const done = runSession(session)
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

  /** Aborts a session that another one has replaced. */
  function breakOff(session: Session): void {
    const index = waiting.indexOf(session);
    if (index !== -1) waiting.splice(index, 1);
    session.ending.abort(new SessionError(REPLACED));
  }

  /** Aborts earlier sessions with the same convoId, which the new one replaces. */
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
      // Listed before the query, so that sessions created in the meantime are not affected.
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
        isCut: 0,
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
