import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Tenure } from '../tenure.ts';
import type { Connection } from './connection.ts';
import { createEndHolding } from './end-holding.ts';
import type { Holding, HoldingMap, Wish } from './holding.ts';
import { createLeases, lockLeases, readLeases, unlockLease } from './lease-rows.ts';
import { endSilentSessions, type OwnProcess } from './processes.ts';
import { readView } from './read-view.ts';
import type { Session } from './session.ts';
import { createTakeHolding } from './take-holding.ts';
import type { Timing } from './timing.ts';
import { holds, isSharer, mayBeFree, ownShare, type View } from './view.ts';

/** The leases of this process. */
export interface Holdings {
  /** Takes the leases of a wish that are free at the next look; resolves to those that were taken. */
  add(wish: Wish): Promise<Tenure[]>;
  /**
   * Looks at who has which leases: takes back those that the session had before it broke, notices lost ones, takes free ones
   * and releases those beyond this process's share. Rejects with a `DatabaseError`.
   */
  look(connection: Connection): Promise<void>;
  /** The result of the last look. */
  readonly view: View;
  /** Releases all leases and takes no more. */
  stop(options: { deadlineMs: number }): Promise<void>;
}

export interface HoldingsOptions {
  readonly own: OwnProcess;
  readonly session: Session;
  readonly timing: Timing;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  /** Tells all processes to look, because something has changed. */
  readonly tellAll: () => void;
  readonly lookSoon: () => void;
}

interface PendingWish extends Wish {
  resolve: ((taken: Tenure[]) => void) | null;
}

/** How long a holder may take to stop when its lease goes to another process. */
const HAND_OVER_MS = 10_000;

export function createHoldings(options: HoldingsOptions): Holdings {
  const { own, session, timing, tellAll, lookSoon } = options;
  const wishes: PendingWish[] = [];
  const holdings: HoldingMap = new Map();
  const take = createTakeHolding({ ...options, holdings });
  const { lose, giveBack, release } = createEndHolding({ ...options, holdings });
  let created = 0;
  let view: View = { processes: [], leases: [] };

  const inState = (...states: Holding['state'][]): Holding[] =>
    [...holdings.values()].filter(({ state }) => states.includes(state));

  async function look(connection: Connection): Promise<void> {
    // Wishes that are added during this look are left for the next one.
    const known = [...wishes];
    const names = known.flatMap((wish) => wish.names);
    if (names.length > created) await createLeases(connection, names);
    created = names.length;
    view = await readView(connection, names, timing);
    if (view.processes.some(({ ageMs }) => ageMs > timing.takeOverMs)) {
      await endSilentSessions(connection, own, timing);
    }
    await lockAgain(connection);
    for (const holding of inState('ended')) await release(connection, holding);
    for (const holding of inState('held', 'ending')) {
      if (holding.connection === connection && !holds(view.leases, own, holding)) lose(holding);
    }
    if (own.isStopping) return;
    for (const wish of known) await fulfil(wish, connection);
  }

  /** Called after the connection was replaced. Only a lock shows that no other process is about to take the lease. */
  async function lockAgain(connection: Connection): Promise<void> {
    const unlocked = inState('held', 'ending').filter(
      (holding) => holding.connection !== connection,
    );
    if (unlocked.length === 0) return;
    const names = unlocked.map(({ name }) => name);
    const locked = await lockLeases(connection, names);
    const rows = await readLeases(connection, names);
    for (const holding of unlocked) {
      if (!holds(rows, own, holding)) {
        lose(holding);
        if (locked.has(holding.name)) await unlockLease(connection, holding.name);
      } else if (locked.has(holding.name)) holding.connection = connection;
    }
    view = {
      ...view,
      leases: rows.concat(view.leases.filter(({ name }) => !names.includes(name))),
    };
    session.announceChange();
    // The old session may take a moment to end.
    if (inState('held', 'ending').some((holding) => holding.connection !== connection)) lookSoon();
  }

  async function fulfil(wish: PendingWish, connection: Connection): Promise<void> {
    const kept = inState('held').filter((holding) => holding.wish === wish);
    const { target, targetBySilent } = targetsOf(wish);
    const taken: Tenure[] = [];
    try {
      for (const { name, holder } of view.leases) {
        const most = holder === null ? target : targetBySilent;
        if (own.isStopping) break;
        if (kept.length + taken.length >= most) continue;
        const isCandidate = wish.names.includes(name) && !holdings.has(name);
        if (!isCandidate || !mayBeFree(view, holder, own, timing.takeOverMs)) continue;
        const tenure = await take(connection, name, wish);
        if (tenure !== null) taken.push(tenure);
      }
    } finally {
      if (taken.length > 0) tellAll();
    }
    wish.resolve?.(taken);
    wish.resolve = null;
    const surplus = kept.length > target ? kept.at(-1) : undefined;
    const isBusy = inState('ending', 'ended').some((holding) => holding.wish === wish);
    if (surplus !== undefined && !isBusy) void giveBack(surplus, HAND_OVER_MS);
  }

  /**
   * The second target is for leases of silent processes and counts only steady processes: one that has just started, or
   * reconnected, does not take from silent ones yet, so the others do not leave its share to it. Leases beyond the first
   * target are released at once, and those it may take.
   */
  function targetsOf({ names, isShared }: Wish): { target: number; targetBySilent: number } {
    if (!isShared) return { target: names.length, targetBySilent: names.length };
    const shares = isSharer(timing.takeOverMs);
    return {
      target: ownShare(view, names, own, shares),
      targetBySilent: ownShare(view, names, own, (other) => shares(other) && other.isSteady),
    };
  }

  return {
    add: (wish) =>
      new Promise((resolve) => {
        wishes.push({ ...wish, resolve });
        lookSoon();
      }),
    look,
    get view() {
      return view;
    },
    async stop({ deadlineMs }) {
      for (const wish of wishes) wish.resolve?.([]);
      await Promise.all(
        [...holdings.values()].map((holding) =>
          holding.state === 'held'
            ? giveBack(holding, deadlineMs)
            : holding.tenure.end({ deadlineMs }),
        ),
      );
    },
  };
}
