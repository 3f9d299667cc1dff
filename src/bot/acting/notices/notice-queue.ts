import type { Clock } from '../../../shared/clock.ts';
import { createKeyedMutex } from '../../../shared/tasks/keyed-mutex.ts';
import type { Case } from '../../domain/case.ts';
import { factsOf } from '../../domain/actions/action-facts.ts';
import type { NoticeRow, Notices } from '../../domain/notices.ts';
import type { Cases, EffectContext, Executor, Policies } from '../../domain/ports.ts';
import type { Background } from '../../../shared/tasks/background.ts';
import type { ObserveEffect } from '../../judging/outcome.ts';
import type { Retry, Unavailable } from '../../../shared/tasks/retry.ts';
import { createDueLoop } from './due-loop.ts';
import { createCountsAsFlood } from './notice-flood.ts';
import { createNoticeSender, keyOf } from './notice-sender.ts';
import {
  dropReason,
  merged,
  replaceOutcome,
  waiting,
  type NoticeResult,
} from './notice-outcomes.ts';

/** In a flood, notices wait this many times longer. */
const FLOOD_FACTOR = 12;
/** The wait after an attempt that failed for a reason other than a rate limit. */
const RETRY_MS = 30_000;

/**
 * Sends the notices of cases. Discord limits how many people a bot may write to in a short time, so in a raid most notices
 * come long after the other effects. The queue is stored. A newer case of the same author replaces a waiting one.
 */
export interface NoticeQueue {
  /**
   * Runs the notice step of a case: sends the notice at once if allowed, and otherwise leaves it to the queue. `save` stores
   * the step's outcome and the notice before anything else happens to the author's notices.
   */
  deliver(
    context: EffectContext,
    save: (result: NoticeResult) => Promise<Case>,
  ): Promise<Case | Unavailable>;
  /** Sends what an earlier process left waiting. */
  start(): void;
}

export interface NoticeQueueDeps {
  readonly notices: Notices;
  /** For enforced cases. */
  readonly executor: Executor;
  readonly cases: Pick<Cases, 'get' | 'evidence' | 'update'>;
  readonly policies: Pick<Policies, 'get'>;
  /** Called when something in this server has to be shown again. */
  readonly look: (guildId: string) => void;
  readonly observeEffect: ObserveEffect | undefined;
  readonly background: Background;
  readonly retry: Retry;
  readonly clock: Clock;
  /** An author gets at most one notice in this time. */
  readonly intervalMs: number;
  /** How long a notice waits at first, unless the author is about to leave. */
  readonly delayMs: number;
  /** Aborts when the pipeline stops. */
  readonly signal: AbortSignal;
}

export function createNoticeQueue(deps: NoticeQueueDeps): NoticeQueue {
  const { notices, cases, policies, look, clock, intervalMs, delayMs } = deps;
  const countsAsFlood = createCountsAsFlood();
  const mutex = createKeyedMutex();
  const sender = createNoticeSender({ notices, executor: deps.executor, clock });

  async function deliverOne(context: EffectContext): Promise<NoticeResult | Unavailable> {
    const { guildId, number, author } = context.record;
    const latest = await notices.get(guildId, author.id);
    if (latest !== null && latest.caseNumber > number) {
      return { outcome: merged(latest.caseNumber, clock.now()) };
    }
    const isKnown = latest?.caseNumber === number;
    if (isKnown && !latest.isWaiting) {
      return { outcome: { status: 'done', at: latest.sentAt ?? clock.now() } };
    }
    if (!isKnown && latest?.isWaiting === true) {
      const replaced = await cases.get(guildId, latest.caseNumber);
      const outcome = merged(number, clock.now());
      if (replaced !== null) await finish(replaced, { outcome });
    }
    const sentAt = latest?.sentAt ?? null;
    const now = clock.now();
    const isLast = isLastChance(context.record);
    const waits = countsAsFlood(guildId, now) && context.policy.incidents.enabled;
    const firstDueAt = isLast ? now : now + delayMs * (waits ? FLOOD_FACTOR : 1);
    const notice: NoticeRow = {
      guildId,
      authorId: author.id,
      caseNumber: number,
      isWaiting: true,
      queuedAt: now,
      dueAt: sentAt === null ? firstDueAt : Math.max(firstDueAt, sentAt + intervalMs),
      tries: isKnown ? latest.tries : 0,
      sentAt,
    };
    const isDue = notice.dueAt <= now;
    // A new notice never overtakes those that wait for Discord's limit.
    const goesNow = isDue && (isLast || sender.isFree());
    const result = goesNow ? await sender.send(notice, context) : null;
    if (result !== null) return result;
    if (isDue) sender.remember(notice);
    // An attempt to send it has stored it.
    return { outcome: waiting(clock.now()), ...(goesNow ? {} : { notice }) };
  }

  /** Sends, drops or postpones a notice that is due. */
  async function work({ guildId, authorId }: NoticeRow): Promise<void> {
    const notice = await notices.get(guildId, authorId);
    if (notice === null || !notice.isWaiting || notice.dueAt > clock.now()) return;
    const record = await cases.get(guildId, notice.caseNumber);
    const step = record?.steps.find(({ effect }) => effect.kind === 'notice');
    if (record === null || step === undefined) {
      sender.forget(notice);
      await notices.put({ ...notice, isWaiting: false });
      return;
    }
    if (step.outcome === null) {
      // An earlier process stopped in between; the case is resumed and delivers its notice itself.
      await notices.put({ ...notice, dueAt: clock.now() + RETRY_MS });
      return;
    }
    const policy = await policies.get(guildId);
    const dropped = dropReason(record, notice, {
      isEnabled: policy.notice.enabled,
      at: clock.now(),
    });
    if (dropped !== null) {
      sender.forget(notice);
      await finish(record, { outcome: dropped, notice: { ...notice, isWaiting: false } });
      return;
    }
    const text = await cases.evidence(guildId, notice.caseNumber);
    const result = await sender.send(notice, { record, policy, text, resumed: false });
    if (result === null) return;
    if ('status' in result) {
      await notices.put({ ...notice, tries: notice.tries + 1, dueAt: clock.now() + RETRY_MS });
      return;
    }
    await finish(record, result);
  }

  async function finish(record: Case, result: NoticeResult): Promise<void> {
    const settled = await replaceOutcome(cases, record, result);
    deps.observeEffect?.({ kind: 'notice' }, result.outcome);
    look(settled.guildId);
  }

  const loop = createDueLoop({
    operation: 'sending notices',
    async next() {
      const notice = await notices.next();
      return notice === null
        ? null
        : {
            dueAt: Math.max(notice.dueAt, sender.blockedUntil()),
            handle: () => mutex(keyOf(notice), () => work(notice)),
          };
    },
    clock,
    signal: deps.signal,
    background: deps.background,
    retry: deps.retry,
  });

  return {
    deliver: (context, save) =>
      mutex(
        keyOf({ guildId: context.record.guildId, authorId: context.record.author.id }),
        async () => {
          const result = await deliverOne(context);
          if ('status' in result) return result;
          const saved = await save(result);
          if (result.outcome.status === 'deferred') loop.run();
          return saved;
        },
      ),
    start: loop.run,
  };
}

/** After a kick or ban, the bot can no longer write to the author. */
export function isLastChance({ steps }: Case): boolean {
  return steps.some(({ effect }) => factsOf(effect)?.removesMember === true);
}
