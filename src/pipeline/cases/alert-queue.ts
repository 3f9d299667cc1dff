import type { Alerts, Cases, Policies, Unavailable } from '../../moderation/ports.ts';
import type { Background } from '../background.ts';
import type { Retry } from '../retry.ts';
import type { AlertSync } from './alert-sync.ts';
import type { SaveOutcome } from './save-outcome.ts';

/**
 * Alerts to post, in order and one at a time per guild. Discord takes about one post a second per channel, so in a
 * raid alerts come long after the other effects. The queue holds only case numbers: the open case in the store
 * survives the process.
 */
export interface AlertQueue {
  /** Every other step of the case is done. `resumed`: its alert may already have been posted. */
  add(guildId: string, number: number, resumed: boolean): void;
  /** How many alerts wait, the ones being posted included. */
  size(): number;
  /** Posts no further alert. */
  close(): void;
}

interface Entry {
  resumed: boolean;
}

export function createAlertQueue(deps: {
  alerts: Pick<Alerts, 'post'>;
  alertSync: Pick<AlertSync, 'refresh'>;
  saveOutcome: SaveOutcome;
  cases: Pick<Cases, 'get' | 'evidence'>;
  policies: Pick<Policies, 'get'>;
  background: Background;
  retry: Retry;
}): AlertQueue {
  const { alerts, alertSync, saveOutcome, cases, policies, background, retry } = deps;
  /** By guild and case number. A map keeps the order of insertion. */
  const guilds = new Map<string, Map<number, Entry>>();
  let isClosed = false;

  async function post(
    guildId: string,
    number: number,
    resumed: boolean,
  ): Promise<Unavailable | null> {
    const record = await cases.get(guildId, number);
    const index = record?.steps.findIndex(isOpenAlert) ?? -1;
    if (record === null || index < 0) return null;
    const policy = await policies.get(guildId);
    const text = await cases.evidence(guildId, number);
    const result = await alerts.post({ cases: [{ record, text }], policy, resumed });
    if ('status' in result) return result;
    const saved = await saveOutcome(record, { index, ...result });
    // A moderator may have acted by command before there was an alert to show it on.
    if (saved.moderatorActions.length > 0) alertSync.refresh(saved);
    return null;
  }

  /** An alert that throws moves to the end, so that a bug with one alert does not hold up the others. */
  async function postOldest(
    guildId: string,
    entries: Map<number, Entry>,
    ids: Record<string, string | number>,
  ): Promise<Unavailable | null> {
    const [oldest] = entries;
    if (oldest === undefined) return null;
    const [number, entry] = oldest;
    ids['case'] = number;
    const { resumed } = entry;
    // A lost answer may hide that it was posted.
    entry.resumed = true;
    try {
      const unavailable = await post(guildId, number, resumed);
      if (unavailable !== null) return unavailable;
    } catch (error) {
      entries.delete(number);
      entries.set(number, entry);
      throw error;
    }
    entries.delete(number);
    return null;
  }

  async function postAll(guildId: string, entries: Map<number, Entry>): Promise<void> {
    // Each attempt adds the number of its case.
    const ids: Record<string, string | number> = { guildId };
    while (entries.size > 0) {
      if (isClosed) return;
      await retry({ operation: 'posting an alert', ids }, () => postOldest(guildId, entries, ids));
    }
    guilds.delete(guildId);
  }

  return {
    add(guildId, number, resumed) {
      const existing = guilds.get(guildId);
      const entries = existing ?? new Map<number, Entry>();
      if (!entries.has(number)) entries.set(number, { resumed });
      if (existing !== undefined) return;
      guilds.set(guildId, entries);
      background.run({ operation: 'posting alerts', ids: { guildId } }, () =>
        postAll(guildId, entries),
      );
    },
    size() {
      let count = 0;
      for (const entries of guilds.values()) count += entries.size;
      return count;
    },
    close() {
      isClosed = true;
    },
  };
}

function isOpenAlert({ effect, outcome }: { effect: { kind: string }; outcome: unknown }): boolean {
  return effect.kind === 'alert' && outcome === null;
}
