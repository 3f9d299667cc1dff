import { sleep } from '../lib/clock.ts';
import type { Case } from '../moderation/case.ts';
import type { Alerts, Cases, EffectContext, Executor, Policies } from '../moderation/ports.ts';
import type {
  Pardons,
  Reverser,
  RulingAnswer,
  RulingOrder,
  Rulings,
} from '../moderation/ruling-ports.ts';
import {
  draftRuling,
  hindranceOf,
  isReversal,
  isWithin,
  openRuling,
  withDeedAnswered,
  withRulingEnded,
  type Hindrance,
} from '../moderation/rulings.ts';
import type { Background } from './background.ts';
import type { CaseLog } from './case-log.ts';
import type { CaseViews } from './case-views.ts';
import type { Insist } from './insist.ts';
import type { Retry, Waiting } from './retry.ts';

/** Carries out what moderators decide about cases. */
export interface RulingsAtWork extends Pick<Rulings, 'rule'> {
  /** Carries out what is left of the ruling that an earlier process began. Resolves at once if there is none. */
  resume(guildId: string, number: number): Promise<void>;
}

/** Whoever asked is answered by then, though Discord be away; the ruling goes on. */
const PATIENCE_MS = 10_000;

export function createRulings(deps: {
  executor: Executor;
  reverser: Reverser;
  alerts: Pick<Alerts, 'refresh'>;
  cases: Cases;
  policies: Pick<Policies, 'get'>;
  pardons: Pardons;
  caseLog: Pick<CaseLog, 'ruled'>;
  views: CaseViews;
  background: Background;
  waiting: Waiting;
  insist: Insist;
  retry: Retry;
}): RulingsAtWork {
  const { executor, reverser, alerts, cases, policies, pardons } = deps;
  const { views, background, waiting, insist, retry } = deps;
  const { clock, signal } = waiting;
  /** Cases with a ruling that this process carries out: nobody resumes it meanwhile. */
  const running = new Set<string>();

  const keyOf = ({ guildId, number }: Pick<Case, 'guildId' | 'number'>): string =>
    `${guildId}/${number}`;

  /** Stores that it is about to be done, unless something stands against it. Of two at once the second is hindered. */
  async function begin(
    known: Case,
    order: RulingOrder,
  ): Promise<{ record: Case; hindrance: Hindrance | null }> {
    const { timeoutSeconds } = await policies.get(known.guildId);
    let hindrance: Hindrance | null = null;
    const record = await cases.update(known, (latest) => {
      hindrance = hindranceOf(latest, order.kind, clock.now());
      if (hindrance === null && !isWithin(latest, order)) hindrance = { kind: 'changed' };
      if (hindrance !== null) return latest;
      // Before anybody can read it in the store.
      running.add(keyOf(latest));
      const ruling = draftRuling(latest, { ...order, timeoutSeconds }, clock.now());
      return { ...latest, rulings: [...latest.rulings, ruling] };
    });
    return { record, hindrance };
  }

  /** Carries out the open ruling of a case, each step saved when Discord has answered. */
  async function carry(known: Case, resumed: boolean): Promise<void> {
    const ruling = openRuling(known);
    if (ruling === null) return;
    const policy = await policies.get(known.guildId);
    const text = await cases.evidence(known.guildId, known.number);
    const ids = { guildId: known.guildId, case: known.number };
    const trouble = { what: 'carrying out a ruling', ids };
    let record = known;
    // Of a stored ruling only the first open step can have been done already: the next ones wait for its outcome.
    let uncertain = resumed;
    for (const [index, { deed, outcome }] of ruling.steps.entries()) {
      if (outcome !== null) continue;
      const context = { record, policy, text, ruling };
      const answer = await insist(trouble, (attempt) => {
        // An answer that got lost may hide that it was done.
        const asked: EffectContext = { ...context, resumed: uncertain || attempt > 0 };
        return isReversal(deed) ? reverser.reverse(deed, asked) : executor.execute(deed, asked);
      });
      record = await cases.update(record, (latest) => withDeedAnswered(latest, index, answer));
      uncertain = false;
    }
    if (ruling.kind === 'pardon') await pardons.add(known);
    if (ruling.kind === 'unpardon') await pardons.remove(known);
    const endedAt = clock.now();
    await views.inTurn(record, async (latest) => {
      // What is shown is what the store is about to say: killed in between, it is shown once more.
      await insist(trouble, () => alerts.refresh(withRulingEnded(latest, endedAt)));
      record = await cases.update(latest, (newest) => withRulingEnded(newest, endedAt));
    });
    deps.caseLog.ruled(record);
  }

  /** Goes on in the background; resolves when it has ended, or when whoever asked should not wait any longer. */
  async function carryFor(known: Case, key: string): Promise<'ended' | 'goes on'> {
    const answered = new AbortController();
    const trouble = {
      what: 'ruling on a case',
      ids: { guildId: known.guildId, case: known.number },
    };
    let isEnded = false;
    background.run(trouble, async () => {
      try {
        await retry(trouble, async (attempt) => {
          const latest = attempt === 0 ? known : await cases.get(known.guildId, known.number);
          if (latest !== null) await carry(latest, attempt > 0);
        });
        isEnded = true;
      } finally {
        running.delete(key);
        answered.abort();
      }
    });
    const impatient = AbortSignal.any([answered.signal, signal]);
    await sleep(clock, PATIENCE_MS, impatient);
    return isEnded ? 'ended' : 'goes on';
  }

  async function rule(order: RulingOrder): Promise<RulingAnswer> {
    signal.throwIfAborted();
    const known = await cases.get(order.guildId, order.number);
    if (known === null) return { kind: 'unknown case' };
    const { record, hindrance } = await begin(known, order);
    if (hindrance !== null) {
      // The button should not have been there, or its alert was not known to the one who is at it.
      views.show(record);
      return { kind: 'hindered', record, hindrance };
    }
    const kind = await carryFor(record, keyOf(record));
    const latest = (await cases.get(order.guildId, order.number)) ?? record;
    // Another one may have begun since.
    const rulings = latest.rulings.slice(0, record.rulings.length);
    return { kind, record: { ...latest, rulings } };
  }

  return {
    rule,
    async resume(guildId, number) {
      const record = await cases.get(guildId, number);
      if (record === null || openRuling(record) === null) return;
      const key = keyOf(record);
      if (running.has(key)) return;
      running.add(key);
      try {
        await carry(record, true);
      } finally {
        running.delete(key);
      }
    },
  };
}
