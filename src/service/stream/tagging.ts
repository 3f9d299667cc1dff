import { sleep, type Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { RefusedError } from '../../lib/refused-error.ts';
import type { SessionStore, StoredSession } from '../store/sessions.ts';
import { SessionError } from './errors.ts';
import type { StreamLimits } from './limits.ts';
import type { Listener } from './listen.ts';
import { recommendTags } from './recommend-tags.ts';
import { sentencesOf } from './sentences.ts';
import { transcriptOf, type ModerateText } from './transcript.ts';
import { seal, unseal } from './vault.ts';

export interface TaggingDeps {
  store: SessionStore;
  listener: Listener;
  moderate: ModerateText;
  /** Hears of every session that is complete, once. */
  onFinished: (session: StoredSession) => Promise<void>;
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
  /** Null: the transcript is not kept. */
  authorKey: string | null;
}

/** The transcript as JSON text, or why there is none to be had. */
export type OpenedTranscript =
  | { kind: 'opened'; json: string }
  | { kind: 'wrongKey' }
  | { kind: 'none' };

/** Tagging sessions: some at work, some waiting, each ended after five minutes at the latest. */
export interface Tagging {
  /** Ends, as failed, what an earlier run of the service left unfinished. */
  start(): Promise<void>;
  /** Resolves when the session is stored. Throws a `RefusedError` when too many wait. */
  tag(request: SessionRequest): Promise<StoredSession>;
  status(account: string, convoId: string): Promise<StoredSession | null>;
  openTranscript(session: StoredSession, authorKey: string): Promise<OpenedTranscript>;
  /** Breaks off what is at work; the next run finds it unfinished. */
  stop(): Promise<void>;
}

/** When the store fails. */
const STORE_RETRY_MS = 60_000;
const TOO_MANY_REQUESTS = 429;
const FULL = 'Too many tagging sessions wait already. Try again in a few minutes.';
const INTERRUPTED = 'The service was stopped while the session was under way. Start it again.';
const REPLACED = 'Another session took its place.';
const INTERNAL_FAULT = 'The session failed because of an internal fault of the service.';

interface Session extends SessionRequest {
  instanceId: string;
  /** Aborted when the session is to end before its work does. */
  ending: AbortController;
}

/** What a transcript is sealed for. */
function contextOf({
  account,
  convoId,
  instanceId,
}: Pick<Session, 'account' | 'convoId' | 'instanceId'>): string {
  return JSON.stringify([account, convoId, instanceId]);
}

export function createTagging(deps: TaggingDeps): Tagging {
  const { store, listener, moderate, onFinished, clock, newUuid, logger, limits } = deps;
  const waiting: Session[] = [];
  const atWork = new Map<Session, Promise<void>>();
  /** Sessions being stored; they have their places already. */
  let storing = 0;
  const stopping = new AbortController();

  /** Resolves to the sealed transcript; null where nobody could open it. */
  async function work(session: Session): Promise<Buffer | null> {
    const { instanceId, convoId, authorKey, ending } = session;
    await store.run(instanceId);
    const startedMs = clock.now();
    const segments = await listener.listen(instanceId, session.url, ending.signal);
    const sentences = sentencesOf(segments);
    const spoken = sentences.map(({ text }) => text);
    const { tags, undocumentedTags } = recommendTags(spoken, session.seedSentence);
    await store.recommend(instanceId, tags.join(','), undocumentedTags.join(','));
    const transcript = transcriptOf(sentences, { convoId, startedMs, moderate });
    if (authorKey === null) return null;
    const sealed = await seal(JSON.stringify(transcript), authorKey, contextOf(session));
    ending.signal.throwIfAborted();
    return sealed;
  }

  function stopReasonOf(error: unknown, { instanceId }: Session): string {
    if (error instanceof SessionError) return error.message;
    logger.error({ err: error, instanceId }, 'a tagging session failed');
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

  /** Tries until the store works; what is given up because the service stops, the next run finds unfinished. */
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
          'the end of a tagging session could not be stored',
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
        logger.error({ err: error, instanceId }, 'the end of a tagging session is lost');
      })
      .finally(() => {
        atWork.delete(session);
        startNext();
      });
    atWork.set(session, done);
  }

  /** A later session with the same convoId takes the place of an earlier one. */
  function breakOff({ account, convoId }: SessionRequest): void {
    const isSame = (other: Session): boolean =>
      other.account === account && other.convoId === convoId;
    const index = waiting.findIndex(isSame);
    if (index !== -1) waiting.splice(index, 1);
    for (const session of atWork.keys()) {
      if (isSame(session)) session.ending.abort(new SessionError(REPLACED));
    }
  }

  return {
    async start() {
      for (const { instanceId } of await store.unfinished()) {
        await listener.cleanUp(instanceId);
        const end = { stopReason: INTERRUPTED, transcript: null };
        const finished = await store.finish(instanceId, end);
        if (finished !== null) await onFinished(finished);
      }
    },
    async tag(request) {
      const places = limits.waiting + limits.running - atWork.size;
      if (waiting.length + storing >= places) throw new RefusedError(TOO_MANY_REQUESTS, FULL);
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
      breakOff(request);
      waiting.push(session);
      startNext();
      return {
        ...created,
        state: 'provisioning',
        stopReason: null,
        tags: '',
        undocumentedTags: '',
      };
    },
    status: (account, convoId) => store.get(account, convoId),
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
      await listener.close();
    },
  };
}

function tooLong({ sessionMs }: StreamLimits): string {
  return `The session was ended after ${sessionMs / 60_000} minutes. Give a shorter media or a faster transcriber.`;
}
