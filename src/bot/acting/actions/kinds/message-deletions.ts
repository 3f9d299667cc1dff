import { RequestMethod, RESTJSONErrorCodes as Codes, Routes, type REST } from 'discord.js';
import { DAY_MS, sleep, type Clock } from '../../../../shared/clock.ts';
import { createRecentMap } from '../../../../shared/recent-map.ts';
import { snowflakeTime } from '../../../../shared/snowflake.ts';
import { classifyError } from '../../../rest/classify-error.ts';
import { bulkReason } from '../audit-reason.ts';

/**
 * Deletes messages. In each channel one goes alone at once; if several wait, they go together, up to 100 in a request,
 * because Discord allows few deletions a second. Discord limits the two kinds of request on their own, so both run at once.
 * The many messages of an incident go together, and leave the other kind to what else is deleted in the channel. One that
 * comes when all is quiet does not wait for others.
 */
export interface MessageDeletions {
  /** Rejects with discord.js's error. Deleted with others, a message that was gone already counts as deleted. */
  delete(deletion: DeletionRequest): Promise<void>;
}

export interface DeletionRequest {
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string;
  /**
   * For the audit log, if several messages are deleted together. It has no entry for a single message that a bot deletes
   * (discord-api-docs #7856).
   */
  readonly caseNumber: number;
  /** One of many: goes alone only if all is quiet or no other comes within a moment. */
  readonly isOfIncident: boolean;
}

/** `alone`: Discord refuses it in a bulk deletion. `together`: of an incident. `any`: whatever is faster. */
type Way = 'alone' | 'together' | 'any';

/** Bulk Delete Messages: 2 to 100 different messages that are not older than two weeks. */
export const MAX_BULK = 100;
/** An hour less, because our clock may be behind Discord's and requests may wait. */
const MAX_BULK_AGE_MS = 14 * DAY_MS - 60 * 60_000;

/** Discord takes a bulk deletion only every few seconds, so each gathers messages for a moment. */
const GATHER_MS = 200;

/** Discord allows a channel five single deletions in this time, so one leaves room for what else is deleted. */
const QUIET_MS = 5_000;

/** How many channels, and servers, are remembered. Others count as quiet. */
const REMEMBERED = 1_000;

/** Errors that would be the same for every single message. After any other refusal they are tried one by one. */
const WHOLE_CHANNEL: ReadonlySet<number> = new Set([
  Codes.UnknownChannel,
  Codes.UnknownGuild,
  Codes.MissingAccess,
  Codes.MissingPermissions,
  Codes.TwoFactorAuthenticationIsRequired,
]);

interface Deletion {
  readonly messageId: string;
  /** The cases that wait for it: an edit of a message has a case of its own. */
  readonly waiters: Waiter[];
}

interface Waiter {
  readonly caseNumber: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Channel {
  readonly id: string;
  /** By way and message id, oldest first. Those that go alone and those that may take turns. */
  readonly waiting: Readonly<Record<Way, Map<string, Deletion>>>;
  isAloneNext: boolean;
  isDeletingOne: boolean;
  /** A bulk deletion gathers messages or is under way, or Discord's limit on them is not over. */
  isDeletingBulk: boolean;
}

export function createMessageDeletions({
  rest,
  clock,
}: {
  rest: Pick<REST, 'delete' | 'queueRequest'>;
  clock: Clock;
}): MessageDeletions {
  const channels = new Map<string, Channel>();
  const isQuiet = createIsQuiet(clock);

  function channelOf(id: string): Channel {
    let channel = channels.get(id);
    if (channel === undefined) {
      channel = {
        id,
        waiting: { alone: new Map(), together: new Map(), any: new Map() },
        isAloneNext: true,
        isDeletingOne: false,
        isDeletingBulk: false,
      };
      channels.set(id, channel);
    }
    return channel;
  }

  function sendNext(channel: Channel): void {
    if (!channel.isDeletingOne) {
      const next = nextAlone(channel);
      if (next !== null) void deleteOne(channel, next);
    }
    const { alone, any, together } = channel.waiting;
    if (!channel.isDeletingBulk && (any.size > 1 || together.size > 0)) {
      channel.isDeletingBulk = true;
      clock.after(GATHER_MS, () => void deleteBulk(channel));
    }
    const isIdle = !channel.isDeletingOne && !channel.isDeletingBulk;
    if (isIdle && alone.size + any.size + together.size === 0) channels.delete(channel.id);
  }

  async function deleteOne(channel: Channel, deletion: Deletion): Promise<void> {
    channel.isDeletingOne = true;
    try {
      await rest.delete(Routes.channelMessage(channel.id, deletion.messageId));
      resolveAll(deletion);
    } catch (error) {
      rejectAll(deletion, error);
    }
    channel.isDeletingOne = false;
    sendNext(channel);
  }

  /** Continues until fewer than two messages wait. */
  async function deleteBulk(channel: Channel): Promise<void> {
    const { any, together } = channel.waiting;
    while (any.size + together.size > 1) {
      const deletions: Deletion[] = [];
      while (deletions.length < MAX_BULK) {
        const next = takeFirst(any) ?? takeFirst(together);
        if (next === null) break;
        deletions.push(next);
      }
      // Waits here and not in discord.js, so that the next request includes every message that waits by then.
      await sleep(clock, await sendBulk(channel, deletions));
      sendNext(channel);
    }
    channel.isDeletingBulk = false;
    const last = takeFirst(channel.waiting.together);
    if (last !== null) add(channel.waiting.any, last);
    sendNext(channel);
  }

  /** Resolves to the milliseconds until Discord takes the next bulk deletion in this channel. */
  async function sendBulk(channel: Channel, deletions: readonly Deletion[]): Promise<number> {
    try {
      const { headers } = await rest.queueRequest({
        method: RequestMethod.Post,
        fullRoute: Routes.channelBulkDelete(channel.id),
        body: { messages: deletions.map(({ messageId }) => messageId) },
        reason: bulkReason(
          deletions.flatMap(({ waiters }) => waiters.map(({ caseNumber }) => caseNumber)),
        ),
      });
      for (const deletion of deletions) resolveAll(deletion);
      if (headers.get('X-RateLimit-Remaining') !== '0') return 0;
      return Number(headers.get('X-RateLimit-Reset-After')) * 1000;
    } catch (error) {
      const isFinal = failsForEach(error);
      for (const deletion of deletions) {
        if (isFinal) rejectAll(deletion, error);
        else add(channel.waiting.alone, deletion);
      }
      return 0;
    }
  }

  return {
    delete(request) {
      const { channelId, messageId, caseNumber } = request;
      const channel = channelOf(channelId);
      const way = !isQuiet(request) && request.isOfIncident ? 'together' : 'any';
      const isOld = isTooOldForBulk(messageId, clock.now());
      const queue = queueOf(channel, messageId, isOld ? 'alone' : way);
      return new Promise((resolve, reject) => {
        add(queue, { messageId, waiters: [{ caseNumber, resolve, reject }] });
        sendNext(channel);
      });
    },
  };
}

export function isTooOldForBulk(messageId: string, now: number): boolean {
  return snowflakeTime(messageId) < now - MAX_BULK_AGE_MS;
}

/** Tells whether nothing was deleted in the channel, and in its server, for a while. Each call is about the next deletion. */
function createIsQuiet(clock: Clock): (place: DeletionRequest) => boolean {
  const latestInChannel = createRecentMap<string, number>(REMEMBERED);
  const latestInGuild = createRecentMap<string, number>(REMEMBERED);
  return ({ guildId, channelId }) => {
    const now = clock.now();
    const inChannel = latestInChannel.get(channelId) ?? -Infinity;
    const inGuild = latestInGuild.get(guildId) ?? -Infinity;
    latestInChannel.set(channelId, now);
    latestInGuild.set(guildId, now);
    // The server counts, too: a raid on many channels would send one request for each of them.
    return now - inChannel >= QUIET_MS && now - inGuild >= GATHER_MS;
  };
}

/** The deletion whose turn it is to go alone. */
function nextAlone(channel: Channel): Deletion | null {
  const { alone, any } = channel.waiting;
  const [first, second] = channel.isAloneNext ? [alone, any] : [any, alone];
  channel.isAloneNext = !channel.isAloneNext;
  return takeFirst(first) ?? takeFirst(second);
}

/** Whether one by one would fail in the same way: Discord is unavailable, or refuses the whole channel. */
function failsForEach(error: unknown): boolean {
  try {
    const failure = classifyError(error);
    return failure.kind === 'unavailable' || WHOLE_CHANNEL.has(failure.code);
  } catch {
    return true;
  }
}

function queueOf({ waiting }: Channel, messageId: string, way: Way): Map<string, Deletion> {
  if (way === 'alone') return waiting.alone;
  // Discord refuses duplicate ids in a bulk deletion.
  const other = waiting[way === 'any' ? 'together' : 'any'];
  return other.has(messageId) ? other : waiting[way];
}

function add(queue: Map<string, Deletion>, deletion: Deletion): void {
  const existing = queue.get(deletion.messageId);
  if (existing === undefined) queue.set(deletion.messageId, deletion);
  else existing.waiters.push(...deletion.waiters);
}

function resolveAll({ waiters }: Deletion): void {
  for (const { resolve } of waiters) resolve();
}

function rejectAll({ waiters }: Deletion, error: unknown): void {
  for (const { reject } of waiters) reject(error);
}

function takeFirst(deletions: Map<string, Deletion>): Deletion | null {
  for (const [messageId, deletion] of deletions) {
    deletions.delete(messageId);
    return deletion;
  }
  return null;
}
