import {
  manualActionOf,
  type Case,
  type DiscordAction,
  type ModeratorAction,
  type ModeratorActionKind,
  type StepEffect,
} from '../case.ts';
import type { Outcome, Reversal } from '../effects.ts';
import { isPunishment, isWithdrawn } from '../manual/manual-case.ts';
import type { ModeratorRef } from '../moderator.ts';

/** Effects that cannot be undone. */
export type Irreversible = 'delete' | 'resetName' | 'notice' | 'kick';

/** The effects of a case that are still in place according to its record, by the bot and by moderators. */
export interface ActiveEffects {
  readonly isDeleted: boolean;
  /** When the timeout ends or has ended, in milliseconds since the Unix epoch. */
  readonly timeoutUntil: number | null;
  readonly isBanned: boolean;
  readonly isAllowed: boolean;
  /** Undoes everything that can be undone, in the order to run it. */
  readonly reversals: readonly Reversal[];
  readonly irreversible: readonly Irreversible[];
}

/** Why a moderator action does not start. */
export type Conflict =
  /** Another one is running. */
  | { readonly kind: 'busy'; readonly moderatorAction: ModeratorAction }
  /** The bot is still running its own effects of the case. */
  | { readonly kind: 'still processing' }
  /** Already done; null: by the bot itself. */
  | { readonly kind: 'already'; readonly moderatorAction: ModeratorAction | null }
  | { readonly kind: 'nothing to undo'; readonly irreversible: readonly Irreversible[] }
  /** The case has no verdict that could be a false positive. */
  | { readonly kind: 'no verdict' }
  /** A bot or webhook wrote the message. */
  | { readonly kind: 'no member' }
  /** Only messages can be deleted. */
  | { readonly kind: 'no message' }
  | { readonly kind: 'text not allowed' }
  /** The case changed after the permission check. */
  | { readonly kind: 'changed' };

type CompletedAction = {
  readonly action: DiscordAction;
  readonly outcome: Extract<Outcome, { status: 'done' }>;
};

export function activeEffectsOf(record: Pick<Case, 'steps' | 'moderatorActions'>): ActiveEffects {
  let isDeleted = false;
  let isBanned = false;
  let timeoutUntil: number | null = null;
  const roles = new Map<string, 'takeRole' | 'giveRole'>();
  const irreversible = new Set<Irreversible>();
  for (const { action, outcome } of completedActionsOf(record)) {
    // `detail` means it was already so; there is nothing of ours to undo.
    const isOurs = outcome.detail === undefined;
    switch (action.kind) {
      case 'delete':
        isDeleted = true;
        irreversible.add('delete');
        break;
      case 'resetName':
      case 'notice':
      case 'kick':
        if (isOurs) irreversible.add(action.kind);
        break;
      case 'timeout':
        timeoutUntil = outcome.until ?? timeoutUntil;
        break;
      case 'ban':
        isBanned = isOurs;
        break;
      case 'addRole':
        if (isOurs) roles.set(action.roleId, 'takeRole');
        break;
      case 'removeRole':
        if (isOurs) roles.set(action.roleId, 'giveRole');
        break;
      case 'liftTimeout':
        timeoutUntil = null;
        break;
      case 'unban':
        isBanned = false;
        break;
      case 'takeRole':
      case 'giveRole':
        roles.delete(action.roleId);
    }
  }
  const reversals: Reversal[] = [...roles].map(([roleId, kind]) => ({ kind, roleId }));
  if (timeoutUntil !== null) reversals.unshift({ kind: 'liftTimeout', until: timeoutUntil });
  if (isBanned) reversals.unshift({ kind: 'unban' });
  return {
    isDeleted,
    timeoutUntil,
    isBanned,
    isAllowed: isTextAllowed(record),
    reversals,
    irreversible: [...irreversible],
  };
}

/** Whether the case's text is allowed: marked as a false positive, and not disallowed since. */
export function isTextAllowed(record: Pick<Case, 'moderatorActions'>): boolean {
  return latest(record, 'allow', 'disallow')?.kind === 'allow';
}

/**
 * Whether moderators have dealt with the cases of an alert: with each one, or with the author, which the newest case
 * records, or by undoing what can be undone. `cases`: oldest first.
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

/** What is done to the author instead of the message. */
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

/** The moderator action that is running. */
export function openModeratorAction({
  moderatorActions,
}: Pick<Case, 'moderatorActions'>): ModeratorAction | null {
  return moderatorActions.find(({ endedAt }) => endedAt === null) ?? null;
}

/** Whether there is something to undo. What Discord cannot undo can still be withdrawn, so that it no longer counts. */
export function isUndoable(
  record: Pick<Case, 'judgement' | 'steps' | 'moderatorActions'>,
): boolean {
  if (activeEffectsOf(record).reversals.length > 0) return true;
  return isPunishment(record) && !isWithdrawn(record);
}

/** Whether the case has open steps or a running moderator action. */
export function isUnfinished(record: Pick<Case, 'closedAt' | 'moderatorActions'>): boolean {
  return record.closedAt === null || openModeratorAction(record) !== null;
}

/** Why a moderator action of this kind cannot start at `now` (milliseconds since the Unix epoch); null: it can. */
export function conflictOf(record: Case, kind: ModeratorActionKind, now: number): Conflict | null {
  const open = openModeratorAction(record);
  if (open !== null) return { kind: 'busy', moderatorAction: open };
  // The alert does not count: it may wait long after everything else is done.
  if (record.steps.some(({ effect, outcome }) => effect.kind !== 'alert' && outcome === null)) {
    return { kind: 'still processing' };
  }
  const active = activeEffectsOf(record);
  // An action that Discord refused did nothing.
  const moderatorActions = record.moderatorActions.filter(hadEffect);
  const already = (...kinds: ModeratorActionKind[]): Conflict => {
    return { kind: 'already', moderatorAction: latest({ moderatorActions }, ...kinds) };
  };
  switch (kind) {
    case 'undo': {
      if (isUndoable(record)) return null;
      const earlierUndo = latest(record, 'undo', 'allow');
      if (earlierUndo !== null && (isPunishment(record) || earlierUndo.steps.length > 0)) {
        return { kind: 'already', moderatorAction: earlierUndo };
      }
      return { kind: 'nothing to undo', irreversible: active.irreversible };
    }
    case 'allow':
      if (record.judgement.kind !== 'verdict') return { kind: 'no verdict' };
      return active.isAllowed ? already('allow') : null;
    case 'disallow':
      return active.isAllowed ? null : { kind: 'text not allowed' };
    case 'delete':
      if (record.subject !== 'message') return { kind: 'no message' };
      return active.isDeleted ? already('delete') : null;
    case 'timeout': {
      if (record.author.kind !== 'person') return { kind: 'no member' };
      // An expired timeout can be repeated.
      const isTimedOut = (active.timeoutUntil ?? 0) > now;
      return isTimedOut || active.isBanned ? already('timeout', 'ban') : null;
    }
    case 'ban':
      if (record.author.kind !== 'person') return { kind: 'no member' };
      return active.isBanned ? already('ban') : null;
    case 'done':
      return latest(record, 'done') === null ? null : already('done');
  }
}

/** The notice alone does nothing to the member. */
function hadEffect({ steps }: ModeratorAction): boolean {
  return (
    steps.length === 0 ||
    steps.some(({ action, outcome }) => action.kind !== 'notice' && outcome?.status === 'done')
  );
}

/** Whether the action undoes only what the permission check covered. */
export function isStillPermitted(
  record: Case,
  {
    kind,
    permittedReversals,
  }: { kind: ModeratorActionKind; permittedReversals: readonly Reversal[] },
): boolean {
  if (kind !== 'undo' && kind !== 'allow') return true;
  const permitted = new Set(permittedReversals.map(targetOf));
  return activeEffectsOf(record).reversals.every((reversal) => permitted.has(targetOf(reversal)));
}

/** The permission that a reversal needs depends only on this. */
function targetOf(reversal: Reversal): string {
  return 'roleId' in reversal ? reversal.roleId : reversal.kind;
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
  const actions = actionsFor(record, kind, timeoutSeconds);
  // Before the ban, because afterwards the bot cannot write to them. In a raid, nobody is told.
  if (kind === 'ban' && isNoticeEnabled && incident === undefined) {
    actions.unshift({ kind: 'notice' });
  }
  const steps = actions.map((action) => ({ action, outcome: null }));
  const scope = incident === undefined ? {} : { incident };
  return { kind, by, at, reason, steps, ...scope, endedAt: null };
}

/** What a moderator action does on Discord. */
export function actionsFor(
  record: Case,
  kind: ModeratorActionKind,
  timeoutSeconds: number,
): DiscordAction[] {
  switch (kind) {
    case 'undo':
    case 'allow':
      return [...activeEffectsOf(record).reversals];
    case 'delete':
      return [{ kind: 'delete' }];
    case 'timeout':
      return [{ kind: 'timeout', seconds: timeoutSeconds }];
    case 'ban':
      return [{ kind: 'ban' }];
    case 'disallow':
    case 'done':
      return [];
  }
}

export function isReversal(action: StepEffect): action is Reversal {
  switch (action.kind) {
    case 'liftTimeout':
    case 'unban':
    case 'takeRole':
    case 'giveRole':
      return true;
    case 'delete':
    case 'resetName':
    case 'notice':
    case 'addRole':
    case 'removeRole':
    case 'timeout':
    case 'kick':
    case 'ban':
    case 'alert':
      return false;
  }
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

/** Everything that was done, oldest first. */
function completedActionsOf({
  steps,
  moderatorActions,
}: Pick<Case, 'steps' | 'moderatorActions'>): CompletedAction[] {
  const ownSteps = steps.flatMap(({ effect, outcome }) =>
    effect.kind === 'alert' ? [] : [{ action: effect, outcome }],
  );
  const moderatorSteps = moderatorActions.flatMap((moderatorAction) => moderatorAction.steps);
  return [...ownSteps, ...moderatorSteps].flatMap(({ action, outcome }) =>
    outcome?.status === 'done' ? [{ action, outcome }] : [],
  );
}

function latest(
  { moderatorActions }: Pick<Case, 'moderatorActions'>,
  ...kinds: ModeratorActionKind[]
): ModeratorAction | null {
  return moderatorActions.findLast(({ kind }) => kinds.includes(kind)) ?? null;
}
