import type { ErrorContext } from '../../shared/throttled-error-log.ts';
import { message, type Message } from '../locales/message.ts';
import type { Case } from '../domain/case.ts';
import { areFilesChecked, decide, type Decision } from '../domain/decide.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Cases, Policies, Transcriber, Transcription } from '../domain/ports.ts';
import type { Recording, Snapshot } from '../domain/snapshot.ts';
import type { ServerWords } from '../domain/words/server-words.ts';
import type { WordMatcher } from '../domain/words/word-matcher.ts';
import type { Background } from '../../shared/tasks/background.ts';
import type { Watermarks } from '../backfill/watermarks.ts';
import type { Retry, Unavailable } from '../../shared/tasks/retry.ts';
import type { FlaggedMessage } from './judge.ts';
import { isAction } from './judge-text.ts';
import { createSlots } from './slots.ts';
import { isDeletedBefore } from './is-deleted.ts';

/**
 * Checks voice messages and audio and video files, after the text of their message. That takes minutes, so it neither holds
 * a place in the intake nor delays edits. Until it ends, no checkpoint passes the message, so the check begins again after a
 * restart.
 */
export interface RecordingChecks {
  /** Takes a message whose text has been judged. Never throws, never waits. */
  add(snapshot: Snapshot): void;
  /** How many recordings of a server wait for a session. */
  waiting(guildId: string): number;
}

export interface RecordingLimits {
  /** How many sessions may run at the service at the same time. */
  readonly sessions: number;
  readonly sessionsPerGuild: number;
  /** How many recordings of a server may wait for a session; further ones become alerts. */
  readonly waitingPerGuild: number;
  /** The embedded service's limit. Larger recordings become alerts. */
  readonly maxBytes: number;
  /** The service transcribes no more than this. */
  readonly maxSeconds: number;
}

export const RECORDING_LIMITS: RecordingLimits = {
  sessions: 4,
  sessionsPerGuild: 2,
  waitingPerGuild: 100,
  maxBytes: 64 * 1024 * 1024,
  maxSeconds: 5 * 60,
};

type JudgedSentence = Extract<Transcription, { kind: 'transcribed' }>['sentences'][number];
type Checked = Exclude<Transcription, { kind: 'unavailable' }>;

/** How many attachments are remembered, so that an edit does not have them transcribed again. */
const MAX_REMEMBERED = 5_000;

interface RecordingDeps {
  transcriber: Transcriber;
  /** The acting stage. */
  act: (flagged: FlaggedMessage) => Promise<unknown>;
  /** Resolves to the case when no action of it is open. */
  whenActed: (record: Case) => Promise<Case>;
  cases: Pick<Cases, 'ofMessage'>;
  policies: Pick<Policies, 'get'>;
  words: Pick<ServerWords, 'matcher'>;
  watermarks: Pick<Watermarks, 'begin' | 'end'>;
  background: Background;
  retry: Retry;
  signal: AbortSignal;
  limits?: RecordingLimits;
}

export function createRecordingChecks(deps: RecordingDeps): RecordingChecks {
  const { transcriber, act, policies, words, watermarks, background } = deps;
  const { retry, signal, limits = RECORDING_LIMITS } = deps;
  const slots = createSlots({ total: limits.sessions, perGuild: limits.sessionsPerGuild });
  const remembered = new Set<string>();
  /** Recordings that wait or are being checked. An edit of their message must not have them checked a second time. */
  const unfinished = new Set<string>();

  function remember({ id }: Recording): void {
    remembered.add(id);
    const [oldest] = remembered;
    if (oldest !== undefined && remembered.size > MAX_REMEMBERED) remembered.delete(oldest);
  }

  async function transcribe(
    recording: Recording,
    guildId: string,
    errorContext: ErrorContext,
  ): Promise<Checked> {
    const { maxBytes, maxSeconds, waitingPerGuild } = limits;
    if (recording.bytes > maxBytes) {
      const mebibytes = maxBytes / 1024 / 1024;
      return unchecked(message('alerts:uncheckedBecause.recordingTooLarge', { mebibytes }));
    }
    if (slots.waiting(guildId) >= waitingPerGuild) {
      return unchecked(message('alerts:uncheckedBecause.tooManyRecordings'));
    }
    const result = await retry(errorContext, async (): Promise<Checked | Unavailable> => {
      const transcription = await slots.run(guildId, async () => {
        signal.throwIfAborted();
        return transcriber.transcribe(recording, signal);
      });
      return transcription.kind === 'unavailable'
        ? { status: 'unavailable', reason: transcription.reason }
        : transcription;
    });
    if (result.kind !== 'transcribed') return result;
    if (result.isCut || (recording.seconds ?? 0) > maxSeconds) {
      const minutes = maxSeconds / 60;
      const reason = message('alerts:uncheckedBecause.recordingTooLong', { minutes });
      const rest = { text: '', judgement: { kind: 'unchecked', reason } } as const;
      return { ...result, sentences: [...result.sentences, rest] };
    }
    return result;
  }

  async function check(snapshot: Snapshot, errorContext: ErrorContext): Promise<void> {
    const { guildId, recordings } = snapshot;
    const fresh = recordings.filter(({ id }) => !remembered.has(id));
    if (fresh.length === 0 || !isChecked(snapshot, await policies.get(guildId))) return;
    const texts: string[] = [];
    const judged: JudgedSentence[] = [];
    for (const recording of fresh) {
      if (await isDeletedBefore(snapshot, deps)) return;
      const result = await transcribe(recording, guildId, errorContext);
      if (result.kind === 'unchecked') {
        texts.push(recording.name);
        judged.push({ text: '', judgement: result });
        continue;
      }
      const spoken = result.sentences.flatMap(({ text }) => (text === '' ? [] : [text]));
      texts.push(...(fresh.length > 1 ? [`${recording.name}:`] : []), ...spoken);
      judged.push(...result.sentences);
    }
    // Read again, because the settings may have changed during the session, which takes minutes.
    const policy = await policies.get(guildId);
    const matcher = await words.matcher(guildId);
    const decision = isChecked(snapshot, policy)
      ? decideAll(snapshot, { policy, matcher }, judged)
      : null;
    if (decision !== null) {
      const text = texts.join('\n');
      await act({
        kind: 'flagged',
        snapshot,
        text,
        earlierMessageIds: [],
        isTranscript: true,
        policy,
        decision,
      });
    }
    for (const recording of fresh) remember(recording);
  }

  return {
    add(received) {
      const recordings = received.recordings.filter(({ id }) => !unfinished.has(id));
      if (recordings.length === 0) return;
      // A new object, because the checkpoint counts the message's text and its recordings separately.
      const snapshot = { ...received, recordings };
      const { guildId, channelId, messageId } = snapshot;
      const errorContext = {
        operation: 'checking a recording',
        ids: { guildId, channelId, messageId },
      };
      for (const { id } of recordings) unfinished.add(id);
      watermarks.begin(snapshot);
      background.run(errorContext, async () => {
        await retry(errorContext, async () => {
          await check(snapshot, errorContext);
          return null;
        }).finally(() => {
          for (const { id } of recordings) unfinished.delete(id);
        });
        watermarks.end(snapshot);
      });
    },
    waiting: slots.waiting,
  };
}

/** Whether the server has recordings of this author in this channel checked. */
function isChecked(snapshot: Snapshot, policy: Policy): boolean {
  return policy.voice && areFilesChecked(snapshot, policy);
}

/** The first sentence that leads to an action counts, else the first that leads to an alert. Null: none does. */
function decideAll(
  snapshot: Snapshot,
  { policy, matcher }: { policy: Policy; matcher: WordMatcher },
  judged: readonly JudgedSentence[],
): Decision | null {
  const decisions = judged
    .map(({ text, judgement }) =>
      decide(policy, { origin: snapshot, judgement, blockedWords: matcher.blockedIn(text) }),
    )
    .filter((decision) => decision !== null)
    .filter(({ effects }) => effects.length > 0);
  return decisions.find(isAction) ?? decisions[0] ?? null;
}

function unchecked(reason: Message): Checked {
  return { kind: 'unchecked', reason };
}
