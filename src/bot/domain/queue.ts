import { groupedBy } from '../../shared/grouped-by.ts';
import { isHandled } from './actions/moderator-actions.ts';
import type { Case } from './case.ts';
import type { ModeratorRef } from './moderator.ts';
import { alertUrgency, mostUrgent, rankOf } from './posts/urgency.ts';

/* The queue of alerts that no moderator has handled. */

/** How long an alert is left to the moderator who took it. */
export const CLAIM_MS = 15 * 60_000;

/** The cases of an alert, oldest first. */
export type AlertCases = readonly [Case, ...Case[]];

/** The moderator who takes care of an alert now, if any. `now`: milliseconds since the Unix epoch. */
export function claimantOf([{ claim }]: AlertCases, now: number): ModeratorRef | null {
  return claim !== undefined && claim.at + CLAIM_MS > now ? claim.by : null;
}

/** The open cases of each alert, the most urgent alert first, then the one that has waited longest. */
export function inQueueOrder(open: readonly Case[]): Case[][] {
  const byAlert = groupedBy(
    open.toSorted((one, other) => one.number - other.number),
    ({ alert }) => alert?.messageId,
  );
  const rank = (cases: readonly Case[]): number => rankOf(mostUrgent(cases.map(alertUrgency)));
  return [...byAlert.values()].toSorted(
    (one, other) => rank(one) - rank(other) || ageOf(one) - ageOf(other),
  );
}

/** Whether an alert is still in the queue. */
export function isQueued(cases: readonly Case[]): cases is AlertCases {
  return cases.length > 0 && !isHandled(cases);
}

function ageOf([oldest]: readonly Case[]): number {
  return oldest?.openedAt ?? 0;
}
