import { createKeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Case } from '../../moderation/case.ts';
import type { Alerts, Cases } from '../../moderation/ports.ts';
import type { Background } from '../background.ts';
import type { Retry } from '../retry.ts';

/**
 * Keeps posted alerts equal to the stored case. Edits of one case's alerts run one after the other, and each reads the
 * case only when its turn comes, so an older state never overwrites a newer one.
 */
export interface AlertSync {
  /** Runs alone for this case, with the case as it is stored then. */
  withLatest(record: Case, work: (latest: Case) => Promise<void>): Promise<void>;
  /** Shows the stored case on its alerts, in the background, as soon as Discord answers. */
  refresh(record: Case): void;
}

export function createAlertSync(deps: {
  alerts: Pick<Alerts, 'refresh'>;
  cases: Pick<Cases, 'get'>;
  background: Background;
  retry: Retry;
}): AlertSync {
  const { alerts, cases, background, retry } = deps;
  const mutex = createKeyedMutex();

  function withLatest(record: Case, work: (latest: Case) => Promise<void>): Promise<void> {
    return mutex(`${record.guildId}/${record.number}`, async () => {
      await work((await cases.get(record.guildId, record.number)) ?? record);
    });
  }

  return {
    withLatest,
    refresh(record) {
      const ids = { guildId: record.guildId, case: record.number };
      const errorContext = { operation: 'refreshing an alert', ids };
      background.run(errorContext, () =>
        withLatest(record, async (latest) => {
          await retry(errorContext, () => alerts.refresh(latest));
        }),
      );
    },
  };
}
