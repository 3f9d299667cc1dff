import type { Clock } from '../../../shared/clock.ts';
import { createKeyedMutex } from '../../../shared/tasks/keyed-mutex.ts';
import { hasOpenAlert, type Case, type MessageRef } from '../../domain/case.ts';
import { isHandled } from '../../domain/actions/moderator-actions.ts';
import type { AlertCase, AlertPost, Alerts, Cases, Policies } from '../../domain/ports.ts';
import type { Background } from '../../../shared/tasks/background.ts';
import type { Retry, Unavailable } from '../../../shared/tasks/retry.ts';
import { createAlertEdits, type Edit, type EditResult } from './alert-edits.ts';

/**
 * Keeps posted alerts equal to the stored cases. What happens to the alerts of one author happens one after the other, and
 * each edit reads the cases only when its turn comes, so an older state never overwrites a newer one.
 */
export interface AlertSync {
  /** Runs alone for the author of these cases, with the cases as they are stored then. */
  withLatest(records: CasesOfAlert, work: (latest: CasesOfAlert) => Promise<void>): Promise<void>;
  /**
   * Shows cases of one alert there at once, with the other cases on it, and on their keyword alerts. Call it within
   * `withLatest`. The cases may be ahead of the store.
   */
  show(records: CasesOfAlert): Promise<Unavailable | null>;
  /**
   * Shows the stored cases of an alert there, as soon as Discord answers. Resolves when that is done, and rejects with
   * `StoppedError`. Do not await it within `withLatest`.
   */
  edit(author: { guildId: string; authorId: string }, place: MessageRef): Promise<EditResult>;
  /** Shows the stored case in the background, as soon as Discord answers. */
  refresh(record: Case): void;
}

/** An alert quotes only its newest cases, and may have hundreds. */
const MAX_QUOTED = 10;

/** Cases of one author that share an alert, or a single case. */
export type CasesOfAlert = readonly [Case, ...Case[]];

export function createAlertSync(deps: {
  alerts: Pick<Alerts, 'refresh'>;
  cases: Pick<Cases, 'get' | 'ofAlert' | 'evidence'>;
  policies: Pick<Policies, 'get'>;
  background: Background;
  retry: Retry;
  clock: Clock;
  /** Between two edits in one server. */
  pauseMs: number;
  signal: AbortSignal;
}): AlertSync {
  const { alerts, cases, policies, background } = deps;
  const mutex = createKeyedMutex();
  const edits = createAlertEdits({ ...deps, run: runEdit });

  async function latestOf(record: Case): Promise<Case> {
    return (await cases.get(record.guildId, record.number)) ?? record;
  }

  async function withText(record: Case): Promise<AlertCase> {
    return { record, text: await cases.evidence(record.guildId, record.number) };
  }

  async function withTexts(records: CasesOfAlert): Promise<AlertPost['cases']> {
    const [first, ...others] = records;
    const quoted = new Set(records.slice(-MAX_QUOTED));
    const view = async (record: Case): Promise<AlertCase> =>
      quoted.has(record) ? withText(record) : { record, text: null };
    return [await view(first), ...(await Promise.all(others.map(view)))];
  }

  /** Everything on the alert of these cases. */
  async function casesOnAlert(records: CasesOfAlert): Promise<AlertPost['cases']> {
    const [{ guildId, alert }] = records;
    const stored = alert === null ? [] : await cases.ofAlert(guildId, alert.messageId);
    const [first = records[0], ...others] = stored.map(
      (each) => records.find(({ number }) => number === each.number) ?? each,
    );
    return withTexts([first, ...others]);
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

  function runEdit(edit: Edit): Promise<EditResult | Unavailable> {
    const { guildId, authorId, place, number } = edit;
    return mutex(`${guildId}/${authorId}`, async () => {
      const stored =
        number === null
          ? await cases.ofAlert(guildId, place.messageId)
          : [await cases.get(guildId, number)].filter((record) => record !== null);
      const shown = stored.filter((record) => !hasOpenAlert(record));
      const isClosed = number === null && shown.length > 0 && isHandled(shown);
      const [first, ...others] = isClosed ? shown : stored;
      if (first === undefined) return { status: 'gone' };
      const policy = await policies.get(guildId);
      const result = await alerts.refresh(place, {
        cases: await withTexts([first, ...others]),
        policy,
      });
      return isClosed && result.status === 'done' ? { status: 'handled' } : result;
    });
  }

  return {
    withLatest: (records, work) => {
      const [{ guildId, author }, ...others] = records;
      return mutex(`${guildId}/${author.id}`, async () =>
        work([await latestOf(records[0]), ...(await Promise.all(others.map(latestOf)))]),
      );
    },
    show,
    edit: (author, place) => edits.request({ ...author, place, number: null }),
    refresh(record) {
      const { guildId, number, alert } = record;
      const errorContext = { operation: 'refreshing an alert', ids: { guildId, case: number } };
      const author = { guildId, authorId: record.author.id };
      background.run(errorContext, async () => {
        await Promise.all([
          ...(alert === null ? [] : [edits.request({ ...author, place: alert, number: null })]),
          ...record.keywordAlerts.map((place) => edits.request({ ...author, place, number })),
        ]);
      });
    },
  };
}
