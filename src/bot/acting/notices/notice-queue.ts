import { DAY_MS, sleep, type Clock } from '../../../shared/clock.ts';
import { createKeyedMutex } from '../../../shared/tasks/keyed-mutex.ts';
import { message } from '../../locales/message.ts';
import type { Case } from '../../domain/case.ts';
import type { Outcome } from '../../domain/effects.ts';
import { isWithdrawn } from '../../domain/manual/manual-case.ts';
import { factsOf } from '../../domain/actions/action-facts.ts';
import { isTextAllowed } from '../../domain/actions/active-effects.ts';
import type { NoticeRow, Notices } from '../../domain/notices.ts';
import type { Cases, EffectContext, Executor, Policies } from '../../domain/ports.ts';
import type { Background } from '../../../shared/tasks/background.ts';
import type { ObserveEffect } from '../../judging/outcome.ts';
import type { Retry, Unavailable } from '../../../shared/tasks/retry.ts';
import { noticeTooFast } from './notice-too-fast.ts';

/** A later notice would puzzle its reader more than it would help. */
const MAX_AGE_MS = DAY_MS;
/** For an attempt that failed for a reason other than a rate limit. */
const RETRY_MS = 30_000;

/** A server's notices beyond this number in a minute wait longer: in a raid, an incident takes them in. */
const AT_ONCE_A_MINUTE = 5;
const FLOOD_FACTOR = 12;
const MINUTE_MS = 60_000;

/**
 * Sends the notices of cases. Discord limits how many people a bot may write to in a short time, so in a raid most notices
 * come long after the other effects. The queue is stored. A newer case of the same author replaces a waiting one.
 */
export interface NoticeQueue {
  /**
   * Runs the notice step of a case: sends the notice at once if it may, otherwise leaves it to the queue. `save` stores the
   * step's outcome before anything else happens to the author's notices.
   */
  deliver(
    context: EffectContext,
    save: (outcome: Outcome) => Promise<Case>,
  ): Promise<Case | Unavailable>;
  /** Sends what an earlier process left waiting. */
  start(): void;
}

export function createNoticeQueue(deps: {
  notices: Notices;
  /** For enforced cases. */
  executor: Executor;
  cases: Pick<Cases, 'get' | 'evidence' | 'update'>;
  policies: Pick<Policies, 'get'>;
  /** Something in this server is to be shown anew. */
  look: (guildId: string) => void;
  observeEffect: ObserveEffect | undefined;
  background: Background;
  retry: Retry;
  clock: Clock;
  /** An author gets at most one notice in this time. */
  intervalMs: number;
  /** How long a notice waits at first, unless the author is about to leave. */
  delayMs: number;
  /** Aborts when the pipeline stops. */
  signal: AbortSignal;
}): NoticeQueue {
  const {
    notices,
    executor,
    cases,
    policies,
    look,
    observeEffect,
    background,
    retry,
    clock,
    signal,
  } = deps;
  const { intervalMs, delayMs } = deps;
  const mutex = createKeyedMutex();
  /** Discord accepts no new direct message channel before. */
  let blockedUntil = 0;
  /** By server: when notices of the last minute came. */
  const arrivals = new Map<string, readonly number[]>();
  /** Authors whose notice is due and waits for that. */
  const behind = new Set<string>();
  let isRunning = false;
  let wake = new AbortController();

  /** Null: Discord's rate limit; the notice stays in the queue. */
  async function send(
    notice: NoticeRow,
    context: EffectContext,
  ): Promise<Outcome | Unavailable | null> {
    await notices.put({ ...notice, tries: notice.tries + 1 });
    const resumed = context.resumed || notice.tries > 0;
    const result = await executor.execute({ kind: 'notice' }, { ...context, resumed });
    if (result.status === 'unavailable') {
      if (result.retryAfterMs === undefined) return result;
      blockedUntil = clock.now() + result.retryAfterMs;
      return null;
    }
    const sentAt = result.status === 'done' ? clock.now() : notice.sentAt;
    await notices.put({ ...notice, isWaiting: false, sentAt });
    behind.delete(keyOf(notice));
    return result;
  }

  async function deliverOne(context: EffectContext): Promise<Outcome | Unavailable> {
    const { guildId, number, author } = context.record;
    const latest = await notices.get(guildId, author.id);
    if (latest !== null && latest.caseNumber > number) return merged(latest.caseNumber);
    const isKnown = latest?.caseNumber === number;
    if (isKnown && !latest.isWaiting) return { status: 'done', at: latest.sentAt ?? clock.now() };
    if (!isKnown && latest?.isWaiting === true) {
      await finish(latest, merged(number));
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
    await notices.put(notice);
    if (notice.dueAt <= now) {
      // Not before those that wait for Discord's limit.
      const goesNow = isLast || (behind.size === 0 && now >= blockedUntil);
      const result = goesNow ? await send(notice, context) : null;
      if (result !== null) return result;
      behind.add(keyOf(notice));
    }
    run();
    return { status: 'deferred', at: clock.now(), detail: message('effects:deferred.waiting') };
  }

  /** Counts a notice. Whether the server had too many in the last minute. */
  function countsAsFlood(guildId: string, now: number): boolean {
    const ofLastMinute = (arrivals.get(guildId) ?? []).filter((at) => at > now - MINUTE_MS);
    arrivals.set(guildId, [...ofLastMinute, now].slice(-AT_ONCE_A_MINUTE - 1));
    return ofLastMinute.length >= AT_ONCE_A_MINUTE;
  }

  function merged(caseNumber: number): Outcome {
    const detail = message('effects:deferred.merged', { number: caseNumber });
    return { status: 'deferred', at: clock.now(), detail };
  }

  /** Replaces the outcome of a deferred notice in its case; null: the case is gone. */
  async function settle(
    { guildId, caseNumber }: NoticeRow,
    outcome: Outcome,
  ): Promise<Case | null> {
    const record = await cases.get(guildId, caseNumber);
    if (record === null) return null;
    return cases.update(record, (latest) => ({
      ...latest,
      steps: latest.steps.map((step) =>
        step.effect.kind === 'notice' && step.outcome?.status === 'deferred'
          ? { ...step, outcome }
          : step,
      ),
    }));
  }

  /** Sends, drops or postpones a notice that is due. */
  async function work({ guildId, authorId }: NoticeRow): Promise<void> {
    const notice = await notices.get(guildId, authorId);
    if (notice === null || !notice.isWaiting || notice.dueAt > clock.now()) return;
    const record = await cases.get(guildId, notice.caseNumber);
    const step = record?.steps.find(({ effect }) => effect.kind === 'notice');
    if (record === null || step === undefined) {
      behind.delete(keyOf(notice));
      await notices.put({ ...notice, isWaiting: false });
      return;
    }
    if (step.outcome === null) {
      // An earlier process stopped in between; the case is resumed and delivers its notice itself.
      await notices.put({ ...notice, dueAt: clock.now() + RETRY_MS });
      return;
    }
    const policy = await policies.get(guildId);
    const dropped = dropReason(record, notice, policy.notice.enabled);
    if (dropped !== null) {
      behind.delete(keyOf(notice));
      await notices.put({ ...notice, isWaiting: false });
      await finish(notice, dropped);
      return;
    }
    const text = await cases.evidence(guildId, notice.caseNumber);
    const result = await send(notice, { record, policy, text, resumed: false });
    if (result === null) return;
    if (result.status === 'unavailable') {
      await notices.put({ ...notice, tries: notice.tries + 1, dueAt: clock.now() + RETRY_MS });
      return;
    }
    await finish(notice, result);
  }

  async function finish(notice: NoticeRow, outcome: Outcome): Promise<void> {
    const settled = await settle(notice, outcome);
    observeEffect?.({ kind: 'notice' }, outcome);
    if (settled !== null) look(settled.guildId);
  }

  function dropReason(record: Case, { queuedAt }: NoticeRow, isEnabled: boolean): Outcome | null {
    const at = clock.now();
    if (record.incident !== null) {
      const detail = message('effects:deferred.incident', { number: record.incident });
      return { status: 'deferred', at, detail };
    }
    if (!isEnabled || isWithdrawn(record) || isTextAllowed(record)) {
      return { status: 'deferred', at, detail: message('effects:deferred.dropped') };
    }
    if (at - queuedAt <= MAX_AGE_MS) return null;
    return noticeTooFast(at);
  }

  async function workUntilEmpty(): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      // Before the look at the queue, so that a notice added meanwhile is not missed.
      wake = new AbortController();
      const woken = wake.signal;
      const notice = await notices.next();
      if (notice === null) {
        if (woken.aborted) continue;
        isRunning = false;
        return;
      }
      const waitMs = Math.max(notice.dueAt, blockedUntil) - clock.now();
      if (waitMs > 0) await sleep(clock, waitMs, AbortSignal.any([signal, woken]));
      else await mutex(keyOf(notice), () => work(notice));
    }
  }

  /** Works on the queue until it is empty. A new notice may be due before the one that is waited for. */
  function run(): void {
    wake.abort();
    if (isRunning) return;
    isRunning = true;
    const errorContext = { operation: 'sending notices', ids: {} };
    background.run(errorContext, () => retry(errorContext, workUntilEmpty));
  }

  return {
    deliver: (context, save) =>
      mutex(
        keyOf({ guildId: context.record.guildId, authorId: context.record.author.id }),
        async () => {
          const outcome = await deliverOne(context);
          return outcome.status === 'unavailable' ? outcome : save(outcome);
        },
      ),
    start: run,
  };
}

/** After a kick or ban, the bot can no longer write to the author. */
export function isLastChance({ steps }: Case): boolean {
  return steps.some(({ effect }) => factsOf(effect)?.removesMember === true);
}

function keyOf({ guildId, authorId }: Pick<NoticeRow, 'guildId' | 'authorId'>): string {
  return `${guildId}/${authorId}`;
}
