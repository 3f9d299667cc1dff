import { createKeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Case } from '../../moderation/case.ts';
import type {
  AlertCase,
  AlertPost,
  Alerts,
  Cases,
  Policies,
  Unavailable,
} from '../../moderation/ports.ts';
import type { Background } from '../background.ts';
import type { Retry } from '../retry.ts';

/**
 * Keeps posted alerts equal to the stored cases. Edits of the alerts of one author run one after the other, and each reads
 * the cases only when its turn comes, so an older state never overwrites a newer one.
 */
export interface AlertSync {
  /** Runs alone for the author of these cases, with the cases as they are stored then. */
  withLatest(records: CasesOfAlert, work: (latest: CasesOfAlert) => Promise<void>): Promise<void>;
  /**
   * Shows cases of one alert there, with the other cases on it, and on their keyword alerts. Call it within `withLatest`. The
   * cases may be ahead of the store.
   */
  show(records: CasesOfAlert): Promise<Unavailable | null>;
  /** Shows the stored case in the background, as soon as Discord answers. */
  refresh(record: Case): void;
}

/** Cases of one author that share an alert, or a single case. */
export type CasesOfAlert = readonly [Case, ...Case[]];

export function createAlertSync(deps: {
  alerts: Pick<Alerts, 'refresh'>;
  cases: Pick<Cases, 'get' | 'ofAlert' | 'evidence'>;
  policies: Pick<Policies, 'get'>;
  background: Background;
  retry: Retry;
}): AlertSync {
  const { alerts, cases, policies, background, retry } = deps;
  const mutex = createKeyedMutex();

  function withLatest(
    [first, ...others]: CasesOfAlert,
    work: (latest: CasesOfAlert) => Promise<void>,
  ): Promise<void> {
    return mutex(`${first.guildId}/${first.author.id}`, async () => {
      await work([await latestOf(first), ...(await Promise.all(others.map(latestOf)))]);
    });
  }

  async function latestOf(record: Case): Promise<Case> {
    return (await cases.get(record.guildId, record.number)) ?? record;
  }

  async function withText(record: Case): Promise<AlertCase> {
    return { record, text: await cases.evidence(record.guildId, record.number) };
  }

  /** Everything on the alert of these cases. */
  async function casesOnAlert(records: CasesOfAlert): Promise<AlertPost['cases']> {
    const [{ guildId, alert }] = records;
    const stored = alert === null ? [] : await cases.ofAlert(guildId, alert.messageId);
    const [first = records[0], ...others] = stored.map(
      (each) => records.find(({ number }) => number === each.number) ?? each,
    );
    return [await withText(first), ...(await Promise.all(others.map(withText)))];
  }

  async function show(records: CasesOfAlert): Promise<Unavailable | null> {
    const [{ guildId, alert }] = records;
    const policy = await policies.get(guildId);
    if (alert !== null) {
      const result = await alerts.refresh(alert, { cases: await casesOnAlert(records), policy });
      if (result.status === 'unavailable') return result;
    }
    for (const record of records) {
      if (record.keywordAlerts.length === 0) continue;
      const alone: AlertPost = { cases: [await withText(record)], policy };
      for (const place of record.keywordAlerts) {
        const result = await alerts.refresh(place, alone);
        if (result.status === 'unavailable') return result;
      }
    }
    return null;
  }

  return {
    withLatest,
    show,
    refresh(record) {
      const ids = { guildId: record.guildId, case: record.number };
      const errorContext = { operation: 'refreshing an alert', ids };
      background.run(errorContext, () =>
        withLatest([record], async (latest) => {
          await retry(errorContext, () => show(latest));
        }),
      );
    },
  };
}
