import { createKeyedSemaphore } from '../../../shared/tasks/semaphore.ts';
import type { Clock } from '../../../shared/clock.ts';
import { withOutcome, type Case } from '../../domain/case.ts';
import type { Outcome } from '../../domain/effects.ts';
import type { NoticeRow } from '../../domain/notices.ts';
import type { Cases } from '../../domain/ports.ts';
import type { ObserveEffect } from '../../judging/outcome.ts';
import type { Retry } from '../../../shared/tasks/retry.ts';

/** The result of one step of a case. `alert`, `notice`: for that step only. */
export interface StepResult {
  readonly index: number;
  readonly outcome: Outcome;
  /** The posted alert. */
  readonly alert?: Case['alert'];
  /** The notice's new state, stored in the same write. */
  readonly notice?: NoticeRow | undefined;
}

/** Saves the outcome of one step; resolves to the case as stored then. */
export type SaveOutcome = (record: Case, result: StepResult) => Promise<Case>;

/** A bulk deletion ends a hundred steps at once. All servers share the database, so one of them must not fill its queue. */
const SAVES_PER_GUILD = 4;

export function createSaveOutcome(deps: {
  cases: Pick<Cases, 'update'>;
  /** Called when the last step of a case has its outcome. Never throws. */
  onClosed: (record: Case) => void;
  observeEffect: ObserveEffect | undefined;
  clock: Clock;
  retry: Retry;
}): SaveOutcome {
  const { cases, onClosed, observeEffect, clock, retry } = deps;
  const saves = createKeyedSemaphore(SAVES_PER_GUILD);
  return async (record, { index, outcome, alert, notice }) => {
    const errorContext = {
      operation: 'saving a case',
      ids: { guildId: record.guildId, case: record.number },
    };
    const at = clock.now();
    // The stored case may have changed: a moderator may have acted on it.
    const saved = await retry(errorContext, () =>
      saves(record.guildId, () =>
        cases.update(
          record,
          (latest) => withOutcome(latest, { index, outcome, alert: alert ?? latest.alert, at }),
          notice,
        ),
      ),
    );
    const effect = saved.steps[index]?.effect;
    if (effect !== undefined) observeEffect?.(effect, outcome);
    if (saved.closedAt !== null) onClosed(saved);
    return saved;
  };
}
