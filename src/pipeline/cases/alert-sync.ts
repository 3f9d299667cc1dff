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
  /** Runs alone for this case's author, with the case as it is stored then. */
  withLatest(record: Case, work: (latest: Case) => Promise<void>): Promise<void>;
  /**
   * Shows a case on its alert, with the other cases there, and on its keyword alerts. Call it within `withLatest`. The case
   * may be ahead of the store.
   */
  show(record: Case): Promise<Unavailable | null>;
  /** Shows the stored case in the background, as soon as Discord answers. */
  refresh(record: Case): void;
}

export function createAlertSync(deps: {
  alerts: Pick<Alerts, 'refresh'>;
  cases: Pick<Cases, 'get' | 'ofAlert' | 'evidence'>;
  policies: Pick<Policies, 'get'>;
  background: Background;
  retry: Retry;
}): AlertSync {
  const { alerts, cases, policies, background, retry } = deps;
  const mutex = createKeyedMutex();

  function withLatest(record: Case, work: (latest: Case) => Promise<void>): Promise<void> {
    return mutex(`${record.guildId}/${record.author.id}`, async () => {
      await work((await cases.get(record.guildId, record.number)) ?? record);
    });
  }

  async function withText(record: Case): Promise<AlertCase> {
    return { record, text: await cases.evidence(record.guildId, record.number) };
  }

  /** The cases on the alert of `record`. */
  async function casesOnAlert(record: Case): Promise<AlertPost['cases']> {
    const { guildId, number, alert } = record;
    const stored = alert === null ? [] : await cases.ofAlert(guildId, alert.messageId);
    const [first = record, ...others] = stored.map((each) =>
      each.number === number ? record : each,
    );
    return [await withText(first), ...(await Promise.all(others.map(withText)))];
  }

  async function show(record: Case): Promise<Unavailable | null> {
    const { alert, keywordAlerts } = record;
    const policy = await policies.get(record.guildId);
    if (alert !== null) {
      const result = await alerts.refresh(alert, { cases: await casesOnAlert(record), policy });
      if (result.status === 'unavailable') return result;
    }
    if (keywordAlerts.length === 0) return null;
    const alone: AlertPost = { cases: [await withText(record)], policy };
    for (const place of keywordAlerts) {
      const result = await alerts.refresh(place, alone);
      if (result.status === 'unavailable') return result;
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
        withLatest(record, async (latest) => {
          await retry(errorContext, () => show(latest));
        }),
      );
    },
  };
}
