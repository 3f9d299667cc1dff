import type { Clock } from '../../shared/clock.ts';
import { snowflakeTime } from '../../shared/snowflake.ts';
import type { LogError } from '../../shared/throttled-error-log.ts';
import { isAboutCopies, type Case } from '../domain/case.ts';
import { COPIES_WINDOW_MS } from '../domain/copies/find-copies.ts';
import { skipReason } from '../domain/decide.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Cases, RecentMessages } from '../domain/ports.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { canBeCopy, type RecentCopies } from './recent-copies.ts';

/**
 * Copies of messages that an earlier process saw, which may have been killed in the middle of them. In the first minute, the
 * first message of a server that can be a copy has the server's latest messages read, and the first of an author their cases
 * about copies.
 */
export interface CopiesBeforeStart {
  /** Null, as with nearly all messages: there is nothing to wait for. Never rejects. */
  read(snapshot: Snapshot, policy: Policy): Promise<unknown> | null;
}

/** How long messages may have copies from before the start. Those that were missed are fetched a little later. */
const FIRST_MS = 2 * COPIES_WINDOW_MS;
/** Of a channel. */
const MAX_MESSAGES = 100;
/** Of an author. */
const MAX_CASES = 30;

export function createCopiesBeforeStart({
  recentMessages,
  recentCopies,
  cases,
  clock,
  logError,
}: {
  readonly recentMessages: RecentMessages;
  readonly recentCopies: Pick<RecentCopies, 'remember'>;
  readonly cases: Pick<Cases, 'list' | 'evidence'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logError: LogError;
}): CopiesBeforeStart {
  const startedAtMs = clock.now();
  const begun = new Map<string, Promise<void>>();
  /** By server that was read: when its latest case was opened, before the start. */
  const latestCases = new Map<string, number>();

  async function readServer(guildId: string, sinceMs: number, policy: Policy): Promise<void> {
    const [latest] = await cases.list(guildId, { limit: 1 });
    for await (const snapshot of recentMessages(guildId, sinceMs, MAX_MESSAGES)) {
      const isPerson = snapshot.author.kind === 'person';
      if (isPerson && skipReason(snapshot, policy) === null) recentCopies.remember(snapshot);
    }
    latestCases.set(guildId, latest?.openedAt ?? -Infinity);
  }

  /** Their messages may be deleted already. */
  async function readAuthor(snapshot: Snapshot, sinceMs: number): Promise<void> {
    const { guildId, author } = snapshot;
    const records = await cases.list(guildId, { authorId: author.id, limit: MAX_CASES });
    for (const record of records.toReversed()) {
      if (!isAboutCopies(record) || snowflakeTime(record.messageId) < sinceMs) continue;
      const text = await cases.evidence(guildId, record.number);
      if (text !== null) recentCopies.remember(copyOf(record, text, snapshot));
    }
  }

  function once(key: string, guildId: string, work: () => Promise<void>): Promise<void> {
    let reading = begun.get(key);
    if (reading === undefined) {
      reading = work().catch((error: unknown) =>
        logError(
          { operation: 'reading what was posted before the start', ids: { guildId } },
          error,
        ),
      );
      begun.set(key, reading);
    }
    return reading;
  }

  return {
    read(snapshot, policy) {
      if (clock.now() - startedAtMs > FIRST_MS) {
        begun.clear();
        latestCases.clear();
        return null;
      }
      const isOff = policy.incidents.hackedAccounts === 'off';
      if (isOff || !canBeCopy(snapshot) || snapshot.author.kind !== 'person') return null;
      const { guildId, messageId, author } = snapshot;
      const sinceMs = snowflakeTime(messageId) - COPIES_WINDOW_MS;
      // Nearly always, a server had no case in that time, so no author had one.
      if ((latestCases.get(guildId) ?? Infinity) < sinceMs) return null;
      return Promise.all([
        once(guildId, guildId, () => readServer(guildId, sinceMs, policy)),
        once(`${guildId}:${author.id}`, guildId, () => readAuthor(snapshot, sinceMs)),
      ]);
    },
  };
}

/** A message as it was, as far as its case says. `other`: a message of the same author. */
function copyOf(
  { messageId, channelId, judgement }: Case,
  text: string,
  other: Snapshot,
): Snapshot {
  const pictures = judgement.kind === 'copies' ? judgement.pictures : [];
  return {
    ...other,
    messageId,
    channelId,
    parts: [{ kind: 'content', text }],
    posting: { placeId: channelId, isAnswer: false, pictures },
  };
}
