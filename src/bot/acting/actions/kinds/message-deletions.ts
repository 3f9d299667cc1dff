import { RequestMethod, RESTJSONErrorCodes as Codes, Routes, type REST } from 'discord.js';
import { DAY_MS, sleep, type Clock } from '../../../../shared/clock.ts';
import { snowflakeTime } from '../../../../shared/snowflake.ts';
import { classifyError } from '../../../rest/classify-error.ts';
import { bulkReason } from '../audit-reason.ts';

/**
 * Deletes messages. In each channel, one message at a time is deleted singly. If several wait, they are deleted in bulk, up
 * to 100 in a request, because Discord allows few deletions a second. Discord limits the two kinds of request separately, so
 * both run at the same time. Once an incident has many messages, they leave single deletions to the channel's other
 * messages.
 */
export interface MessageDeletions {
  /** Rejects with discord.js's error. Deleted with others, a message that was gone already counts as deleted. */
  delete(deletion: DeletionRequest): Promise<void>;
}

export interface DeletionRequest {
  readonly channelId: string;
  readonly messageId: string;
  /** For the audit log, if several messages are deleted together. */
  readonly caseNumber: number;
  /** For the audit log, if the message is deleted alone. */
  readonly reason: string;
  readonly way: DeletionWay;
}

/**
 * `alone`: singly, because the audit log must keep its reason, which names a moderator. `together`: in bulk, because it
 * belongs to an incident; singly only while Discord's limit allows more than one, or if no other comes within a moment.
 * `any`: whatever is faster.
 */
export type DeletionWay = 'alone' | 'together' | 'any';

/** Bulk Delete Messages: 2 to 100 different messages that are not older than two weeks. */
export const MAX_BULK = 100;
/** An hour less, because our clock may be behind Discord's and requests may wait. */
export const MAX_BULK_AGE_MS = 14 * DAY_MS - 60 * 60_000;

/** Discord takes a bulk deletion only every few seconds, so each gathers messages for a moment. */
const GATHER_MS = 200;

/** A message of an incident is deleted singly only if Discord's limit still allows this many single deletions. */
const SPARE_SINGLES = 2;

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
  readonly reason: string;
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
  /** By way and message id, oldest first. For single deletions, `alone` and `any` take turns. */
  readonly waiting: Readonly<Record<DeletionWay, Map<string, Deletion>>>;
  isAloneNext: boolean;
  isDeletingOne: boolean;
  /** Single deletions that Discord's limit still allows, as far as it is known. */
  singlesLeft: number;
  /** `busy`: one is under way, or Discord does not allow another one yet. */
  bulk: 'idle' | 'gathering' | 'busy';
}

export function createMessageDeletions({
  rest,
  clock,
}: {
  rest: Pick<REST, 'queueRequest'>;
  clock: Clock;
}): MessageDeletions {
  const channels = new Map<string, Channel>();

  function channelOf(id: string): Channel {
    const channel = channels.get(id) ?? createChannel(id);
    channels.set(id, channel);
    return channel;
  }

  function sendNext(channel: Channel): void {
    if (!channel.isDeletingOne) {
      const next = nextSingle(channel);
      if (next !== null) void deleteOne(channel, next);
    }
    const { alone, any, together } = channel.waiting;
    if (channel.bulk === 'idle' && (any.size > 1 || together.size > 0)) {
      channel.bulk = 'gathering';
      clock.after(GATHER_MS, () => void deleteBulk(channel));
    }
    const isIdle =
      !channel.isDeletingOne && channel.bulk === 'idle' && channel.singlesLeft === Infinity;
    if (isIdle && alone.size + any.size + together.size === 0) channels.delete(channel.id);
  }

  async function deleteOne(channel: Channel, deletion: Deletion): Promise<void> {
    const { messageId, reason } = deletion;
    channel.isDeletingOne = true;
    try {
      const { headers } = await rest.queueRequest({
        method: RequestMethod.Delete,
        fullRoute: Routes.channelMessage(channel.id, messageId),
        reason,
      });
      if (!isOld(messageId, clock.now())) countSingle(channel, readLimit(headers));
      resolveAll(deletion);
    } catch (error) {
      rejectAll(deletion, error);
    }
    channel.isDeletingOne = false;
    sendNext(channel);
  }

  /** Waits for the limit's reset here and not in discord.js, so that a bulk deletion can take the waiting messages. */
  function countSingle(channel: Channel, { remaining, resetMs }: Limit): void {
    const isWaiting = channel.singlesLeft < SPARE_SINGLES;
    if (isWaiting || remaining < SPARE_SINGLES) channel.singlesLeft = remaining;
    if (isWaiting || remaining >= SPARE_SINGLES) return;
    clock.after(resetMs, () => {
      channel.singlesLeft = Infinity;
      sendNext(channel);
    });
  }

  /** Continues until fewer than two messages wait. */
  async function deleteBulk(channel: Channel): Promise<void> {
    channel.bulk = 'busy';
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
    channel.bulk = 'idle';
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
      const { remaining, resetMs } = readLimit(headers);
      return remaining > 0 ? 0 : resetMs;
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
    delete({ channelId, messageId, caseNumber, reason, way }) {
      const channel = channelOf(channelId);
      const queue = queueOf(channel, messageId, isOld(messageId, clock.now()) ? 'alone' : way);
      return new Promise((resolve, reject) => {
        add(queue, { messageId, reason, waiters: [{ caseNumber, resolve, reject }] });
        sendNext(channel);
      });
    },
  };
}

function createChannel(id: string): Channel {
  return {
    id,
    waiting: { alone: new Map(), together: new Map(), any: new Map() },
    isAloneNext: true,
    isDeletingOne: false,
    singlesLeft: Infinity,
    bulk: 'idle',
  };
}

/** Whether a message is too old for bulk deletions. Discord has a separate limit for single deletions of old messages. */
function isOld(messageId: string, now: number): boolean {
  return snowflakeTime(messageId) < now - MAX_BULK_AGE_MS;
}

interface Limit {
  readonly remaining: number;
  readonly resetMs: number;
}

/**
 * Takes a message of an incident only while no bulk deletion is under way: otherwise there are many, and the next one takes
 * them.
 */
function nextSingle(channel: Channel): Deletion | null {
  if (channel.singlesLeft === 0) return null;
  const next = nextAlone(channel);
  if (next !== null || channel.singlesLeft < SPARE_SINGLES || channel.bulk === 'busy') return next;
  return takeFirst(channel.waiting.together);
}

/** The next single deletion of `alone` and `any`, in turn. */
function nextAlone(channel: Channel): Deletion | null {
  const { alone, any } = channel.waiting;
  const [first, second] = channel.isAloneNext ? [alone, any] : [any, alone];
  channel.isAloneNext = !channel.isAloneNext;
  return takeFirst(first) ?? takeFirst(second);
}

/** The limit on the kind of request that these headers answer. If they name none, there is no limit. */
function readLimit(headers: Headers): Limit {
  return {
    remaining: Number(headers.get('X-RateLimit-Remaining') ?? Infinity),
    resetMs: Number(headers.get('X-RateLimit-Reset-After')) * 1000,
  };
}

/** Whether single deletions would fail in the same way: Discord is unavailable, or refuses the whole channel. */
function failsForEach(error: unknown): boolean {
  try {
    const failure = classifyError(error);
    return failure.kind === 'unavailable' || WHOLE_CHANNEL.has(failure.code);
  } catch {
    return true;
  }
}

function queueOf({ waiting }: Channel, messageId: string, way: DeletionWay): Map<string, Deletion> {
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
