import { activeEffectsOf, isTextAllowed } from '../actions/active-effects.ts';
import { isReversal } from '../actions/action-facts.ts';
import { conflictOf } from '../actions/moderator-action-kinds.ts';
import type { Case, ModeratorAction } from '../case.ts';
import type { Appeal } from './review.ts';

/* The state of appeals, and the effects of accepting one. Pure. */

/** Discord's limit for a text input is 4,000. */
export const APPEAL_LENGTH = 1_000;
export const REJECTION_LENGTH = 500;

export type AppealState =
  /** There is no such case, or it is about somebody else; the member does not learn which. */
  | { readonly kind: 'unknown case' }
  | { readonly kind: 'nothing to appeal' }
  /** A moderator has taken it back. */
  | { readonly kind: 'taken back' }
  | { readonly kind: 'still processing' }
  | { readonly kind: 'appealed'; readonly appeal: Appeal }
  | { readonly kind: 'possible'; readonly record: Case };

/** `appeal`: the one that exists about the case. */
export function appealStateOf(
  record: Case | null,
  appeal: Appeal | null,
  userId: string,
): AppealState {
  if (record === null || record.author.kind !== 'person' || record.author.id !== userId) {
    return { kind: 'unknown case' };
  }
  if (appeal !== null) return { kind: 'appealed', appeal };
  if (takenBackBy(record) !== null) return { kind: 'taken back' };
  if (isAgainstAuthor(record)) return { kind: 'possible', record };
  const isOpen = record.steps.some(
    ({ effect, outcome }) => effect.kind !== 'alert' && outcome === null,
  );
  return { kind: isOpen ? 'still processing' : 'nothing to appeal' };
}

/** Whether anything was done to the author or their message, a warning included. */
export function isAgainstAuthor({ mode, steps, moderatorActions }: Case): boolean {
  if (mode !== 'enforce') return false;
  const byBot = steps.some(
    ({ effect, outcome }) =>
      effect.kind !== 'alert' &&
      !isReversal(effect) &&
      // A notice that was not delivered is still a warning on record.
      (outcome?.status === 'done' || (effect.kind === 'notice' && outcome !== null)),
  );
  const byModerator = moderatorActions.some((moderatorAction) =>
    moderatorAction.steps.some(
      ({ action, outcome }) => !isReversal(action) && outcome?.status === 'done',
    ),
  );
  return byBot || byModerator;
}

/** The moderator action that took back everything that can be taken back; null: it still stands. */
export function takenBackBy(record: Case): ModeratorAction | null {
  if (activeEffectsOf(record).reversals.length > 0) return null;
  const isAllowed = isTextAllowed(record);
  return (
    record.moderatorActions.findLast(
      ({ kind, endedAt, steps }) =>
        endedAt !== null &&
        (kind === 'withdraw' ||
          (kind === 'undo' &&
            (steps.length === 0 || steps.some(({ outcome }) => outcome?.status === 'done'))) ||
          (kind === 'allow' && isAllowed)),
    ) ?? null
  );
}

/** Whether a ban of the case was lifted, and none has followed. */
export function isUnbanned(record: Pick<Case, 'steps' | 'moderatorActions'>): boolean {
  const isLifted = record.moderatorActions.some(({ steps }) =>
    steps.some(
      ({ action, outcome }) =>
        // A detail means that there was nothing to lift, or that another ban stands.
        action.kind === 'unban' && outcome?.status === 'done' && outcome.detail === undefined,
    ),
  );
  return isLifted && !activeEffectsOf(record).isBanned;
}

/** Whether a moderator can allow the text of a case: the service judged it, and nobody has allowed it yet. */
export function canAllowText(record: Case): boolean {
  return record.judgement.kind === 'verdict' && !isTextAllowed(record);
}

/**
 * How to take a case back. Its text stays forbidden unless the moderator allows it, too: others would post it. Null: there is
 * nothing left to do.
 */
export function acceptanceOf(
  record: Case,
  { allowsText }: { readonly allowsText: boolean },
): 'allow' | 'withdraw' | null {
  if (allowsText && canAllowText(record)) return 'allow';
  return conflictOf(record, 'withdraw', Infinity)?.kind === 'already' ? null : 'withdraw';
}
