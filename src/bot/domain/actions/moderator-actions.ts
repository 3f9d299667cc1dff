import {
  manualActionOf,
  type Case,
  type ModeratorAction,
  type ModeratorActionKind,
} from '../case.ts';
import type { Outcome, Reversal } from '../effects.ts';
import type { ModeratorRef } from '../moderator.ts';
import { keyOf } from './action-facts.ts';
import { activeEffectsOf, isTextAllowed } from './active-effects.ts';
import { actionsFor, hadEffect, openModeratorAction, REVERTING } from './moderator-action-kinds.ts';

/**
 * Whether moderators have dealt with the cases of an alert: with each one, with the author (recorded in the newest case), or
 * by undoing what can be undone. `cases`: oldest first.
 */
export function isHandled(cases: readonly Pick<Case, 'judgement' | 'moderatorActions'>[]): boolean {
  const newest = cases.at(-1);
  const isAuthorHandled = newest?.moderatorActions.some(
    (moderatorAction) => AUTHOR_ACTIONS.has(moderatorAction.kind) && hasWorked(moderatorAction),
  );
  const isUndone = cases.some(({ moderatorActions }) =>
    moderatorActions.some((each) => each.kind === 'undo' && hasWorked(each)),
  );
  return isAuthorHandled === true || isUndone || cases.every(isCaseHandled);
}

/** Actions on the author instead of the message. */
export const AUTHOR_ACTIONS: ReadonlySet<ModeratorActionKind> = new Set(['timeout', 'ban']);

function isCaseHandled(record: Pick<Case, 'judgement' | 'moderatorActions'>): boolean {
  if (manualActionOf(record) !== null) return true;
  return record.moderatorActions.some((moderatorAction) => {
    const { kind } = moderatorAction;
    if (kind === 'disallow' || (kind === 'allow' && !isTextAllowed(record))) return false;
    return hasWorked(moderatorAction);
  });
}

function hasWorked(moderatorAction: ModeratorAction): boolean {
  return moderatorAction.endedAt !== null && hadEffect(moderatorAction);
}

/** Whether the case has open steps or a running moderator action. */
export function isUnfinished(record: Pick<Case, 'closedAt' | 'moderatorActions'>): boolean {
  return record.closedAt === null || openModeratorAction(record) !== null;
}

/** Whether the action undoes only what the permission check covered. */
export function isStillPermitted(
  record: Case,
  {
    kind,
    permittedReversals,
  }: { kind: ModeratorActionKind; permittedReversals: readonly Reversal[] },
): boolean {
  if (!REVERTING.has(kind)) return true;
  const permitted = new Set(permittedReversals.map(keyOf));
  return activeEffectsOf(record).reversals.every((reversal) => permitted.has(keyOf(reversal)));
}

/** A moderator action before its first step. `at`: milliseconds since the Unix epoch. */
export function draftModeratorAction(
  record: Case,
  request: {
    kind: ModeratorActionKind;
    by: ModeratorRef;
    reason: string | null;
    timeoutSeconds: number;
    /** Whether the server tells members what happens to them. */
    isNoticeEnabled: boolean;
    incident?: number | undefined;
  },
  at: number,
): ModeratorAction {
  const { kind, by, reason, timeoutSeconds, isNoticeEnabled, incident } = request;
  const { reversals } = activeEffectsOf(record);
  const actions = [...actionsFor(kind, { reversals, timeoutSeconds })];
  // Before the ban, because afterwards the bot cannot write to them. Members of an incident are not told.
  if (kind === 'ban' && isNoticeEnabled && incident === undefined) {
    actions.unshift({ kind: 'notice' });
  }
  const steps = actions.map((action) => ({ action, outcome: null }));
  const scope = incident === undefined ? {} : { incident };
  return { kind, by, at, reason, steps, ...scope, endedAt: null };
}

/** The case with the outcome of one step of its running moderator action. */
export function withActionOutcome(record: Case, index: number, outcome: Outcome): Case {
  return withOpenModeratorAction(record, (moderatorAction) => ({
    ...moderatorAction,
    steps: moderatorAction.steps.map((step, position) =>
      position === index ? { ...step, outcome } : step,
    ),
  }));
}

export function withModeratorActionEnded(record: Case, endedAt: number): Case {
  return withOpenModeratorAction(record, (moderatorAction) => ({ ...moderatorAction, endedAt }));
}

function withOpenModeratorAction(
  record: Case,
  change: (moderatorAction: ModeratorAction) => ModeratorAction,
): Case {
  const moderatorActions = record.moderatorActions.map((moderatorAction) =>
    moderatorAction.endedAt === null ? change(moderatorAction) : moderatorAction,
  );
  return { ...record, moderatorActions };
}
