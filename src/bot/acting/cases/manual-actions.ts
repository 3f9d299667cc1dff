import { sleep, type Clock } from '../../../shared/clock.ts';
import { openActionOf } from '../../domain/case.ts';
import { manualDraft } from '../../domain/manual/manual-case.ts';
import type { ManualActions } from '../../domain/manual/manual-ports.ts';
import type { Cases, Policies } from '../../domain/ports.ts';
import type { Dispatcher } from './dispatcher.ts';

/** The moderator gets an answer within this time even if Discord is down; the case goes on. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * A moderator's order becomes a case like any other: stored before its first step, run by the dispatcher, and resumed by
 * the next process if this one is killed.
 */
export function createManualActions(deps: {
  cases: Pick<Cases, 'open' | 'get'>;
  policies: Pick<Policies, 'get'>;
  dispatcher: Pick<Dispatcher, 'begin' | 'whenActed'>;
  clock: Clock;
  signal: AbortSignal;
}): ManualActions {
  const { cases, policies, dispatcher, clock, signal } = deps;
  return {
    async run(order) {
      signal.throwIfAborted();
      const policy = await policies.get(order.guildId);
      const draft = manualDraft(order, {
        isNoticeEnabled: policy.notice.enabled,
        now: clock.now(),
      });
      // Such a case has no text.
      const opened = await cases.open(draft, '', policy.evidenceDays);
      dispatcher.begin({ record: opened, policy, text: null });
      const waited = new AbortController();
      const late = sleep(clock, ANSWER_WITHIN_MS, AbortSignal.any([signal, waited.signal]));
      await Promise.race([dispatcher.whenActed(opened), late]);
      waited.abort();
      const record = (await cases.get(order.guildId, opened.number)) ?? opened;
      return { kind: openActionOf(record) === null ? 'ended' : 'in progress', record };
    },
  };
}
