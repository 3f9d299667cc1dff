import { backoffMs } from '../lib/backoff.ts';
import type { Complain } from '../lib/complain.ts';
import type { Cases, Policies } from '../moderation/ports.ts';
import type { Background } from './background.ts';
import type { CaseViews } from './case-views.ts';
import { PipelineStopped } from './errors.ts';
import { pause, type Waiting } from './retry.ts';
import type { Steps } from './steps.ts';

/**
 * Alerts that are still to be posted. Discord takes about one a second for a channel, so in a raid they come
 * long after all else. They are posted in order, one at a time in each guild, and hold up nothing: what
 * waits here is a case's number, and the open case in the store is what outlives the process.
 */
export interface AlertQueue {
  /** All else of this case is done. `resumed`: its alert may have been posted already. */
  add(guildId: string, number: number, resumed: boolean): void;
  /** Calls when the alert of a case has its outcome: at once if none waits. */
  whenPosted(guildId: string, number: number, tell: () => void): void;
  /** How many wait, the ones being posted included. */
  size(): number;
  /** Begins no further one. */
  close(): void;
}

interface Entry {
  resumed: boolean;
  tell: (() => void) | null;
}

const MAX_WAIT_MS = 60_000;

export function createAlertQueue(deps: {
  steps: Steps;
  views: Pick<CaseViews, 'show'>;
  cases: Cases;
  policies: Policies;
  background: Background;
  waiting: Waiting;
  complain: Complain;
}): AlertQueue {
  const { steps, views, cases, policies, background, waiting, complain } = deps;
  /** By guild and by case number, in the order they came: a map keeps it. */
  const guilds = new Map<string, Map<number, Entry>>();
  let isClosed = false;

  async function post(guildId: string, number: number, resumed: boolean): Promise<void> {
    const record = await cases.get(guildId, number);
    if (record === null || record.closedAt !== null) return;
    const policy = await policies.get(guildId);
    const text = await cases.evidence(guildId, number);
    const context = { record, policy, text, resumed };
    const posted = await steps.carry(context, ({ kind }) => kind === 'alert');
    // Somebody ruled on it by command, and had perhaps no alert yet to show it on.
    if (posted.rulings.length > 0) views.show(posted);
  }

  async function drain(guildId: string, entries: Map<number, Entry>): Promise<void> {
    let failures = 0;
    // What is added meanwhile comes at the end.
    for (const [number, entry] of entries) {
      if (isClosed) return;
      const trouble = { what: 'posting an alert', ids: { guildId, case: number } };
      try {
        await post(guildId, number, entry.resumed);
        failures = 0;
      } catch (error) {
        if (error instanceof PipelineStopped) throw error;
        complain(trouble, error);
        // To the end, so that a fault with one alert does not keep the others.
        entry.resumed = true;
        entries.delete(number);
        entries.set(number, entry);
        await pause(waiting, backoffMs(failures, MAX_WAIT_MS, waiting.random));
        failures += 1;
        continue;
      }
      entries.delete(number);
      try {
        entry.tell?.();
      } catch (error) {
        complain({ ...trouble, what: 'counting a message' }, error);
      }
    }
    guilds.delete(guildId);
  }

  return {
    add(guildId, number, resumed) {
      const known = guilds.get(guildId);
      const entries = known ?? new Map<number, Entry>();
      if (!entries.has(number)) entries.set(number, { resumed, tell: null });
      if (known !== undefined) return;
      guilds.set(guildId, entries);
      const trouble = { what: 'posting alerts', ids: { guildId } };
      background.run(trouble, () => drain(guildId, entries));
    },
    whenPosted(guildId, number, tell) {
      const entry = guilds.get(guildId)?.get(number);
      if (entry === undefined) tell();
      else entry.tell = tell;
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
