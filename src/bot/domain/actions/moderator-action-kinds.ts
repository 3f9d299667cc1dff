import type { Case, DiscordAction, ModeratorAction, ModeratorActionKind } from '../case.ts';
import { isPunishment, isWithdrawn } from '../manual/manual-case.ts';
import type { Reversal } from '../effects.ts';
import type { Irreversible } from './action-facts.ts';
import { activeEffectsOf, banToEndAt, latest, type ActiveEffects } from './active-effects.ts';

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

interface Situation {
  readonly record: Case;
  readonly active: ActiveEffects;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** The conflict with the latest of these actions that had an effect. */
  already(...kinds: ModeratorActionKind[]): Conflict;
}

interface ModeratorActionDefinition {
  /** Why it cannot start; null: it can. */
  conflict(situation: Situation): Conflict | null;
  /** The steps on Discord, in order. */
  actions(given: ActionParts): readonly DiscordAction[];
}

interface ActionParts {
  /** Everything that can be undone. */
  readonly reversals: readonly Reversal[];
  readonly timeoutSeconds: number;
}

const isMember = ({ author }: Case): boolean => author.kind === 'person';

/** Kinds of action that undo what a case did. */
export const REVERTING: ReadonlySet<ModeratorActionKind> = new Set(['undo', 'withdraw', 'allow']);

const MODERATOR_ACTIONS: Record<ModeratorActionKind, ModeratorActionDefinition> = {
  undo: {
    conflict({ record, active }) {
      if (isUndoable(record)) return null;
      const earlierUndo = latest(record, 'undo', 'withdraw', 'allow');
      if (earlierUndo !== null && (isPunishment(record) || earlierUndo.steps.length > 0)) {
        return { kind: 'already', moderatorAction: earlierUndo };
      }
      return { kind: 'nothing to undo', irreversible: active.irreversible };
    },
    actions: ({ reversals }) => reversals,
  },
  withdraw: {
    conflict: ({ record, active, already }) =>
      active.reversals.length > 0 || latest(record, 'withdraw', 'allow') === null
        ? null
        : already('withdraw', 'allow'),
    actions: ({ reversals }) => reversals,
  },
  allow: {
    conflict({ record, active, already }) {
      const { kind } = record.judgement;
      if (kind !== 'verdict' && kind !== 'picture') return { kind: 'no verdict' };
      return active.isAllowed ? already('allow') : null;
    },
    actions: ({ reversals }) => reversals,
  },
  disallow: {
    conflict: ({ record, active }) =>
      active.isAllowed && record.judgement.kind === 'verdict' ? null : { kind: 'text not allowed' },
    actions: () => [],
  },
  delete: {
    conflict({ record, active, already }) {
      if (record.subject !== 'message') return { kind: 'no message' };
      return active.isDeleted ? already('delete') : null;
    },
    actions: () => [{ kind: 'delete' }],
  },
  timeout: {
    conflict({ record, active, now, already }) {
      if (!isMember(record)) return { kind: 'no member' };
      // An expired timeout can be repeated.
      const isTimedOut = (active.timeoutUntil ?? 0) > now;
      return isTimedOut || active.isBanned ? already('timeout', 'ban') : null;
    },
    actions: ({ timeoutSeconds }) => [{ kind: 'timeout', seconds: timeoutSeconds }],
  },
  ban: {
    conflict({ record, active, already }) {
      if (!isMember(record)) return { kind: 'no member' };
      return active.isBanned ? already('ban') : null;
    },
    actions: () => [{ kind: 'ban' }],
  },
  expire: {
    conflict: ({ record, active, now }) =>
      (banToEndAt(record) ?? Infinity) > now
        ? { kind: 'nothing to undo', irreversible: active.irreversible }
        : null,
    actions: ({ reversals }) => reversals.filter(({ kind }) => kind === 'unban'),
  },
  done: {
    conflict: ({ record, already }) => (latest(record, 'done') === null ? null : already('done')),
    actions: () => [],
  },
};

/** Why a moderator action of this kind cannot start at `now` (milliseconds since the Unix epoch); null: it can. */
export function conflictOf(record: Case, kind: ModeratorActionKind, now: number): Conflict | null {
  const open = openModeratorAction(record);
  if (open !== null) return { kind: 'busy', moderatorAction: open };
  // The alert does not count: it may wait long after everything else is done.
  if (record.steps.some(({ effect, outcome }) => effect.kind !== 'alert' && outcome === null)) {
    return { kind: 'still processing' };
  }
  // An action that Discord refused did nothing.
  const moderatorActions = record.moderatorActions.filter(hadEffect);
  return MODERATOR_ACTIONS[kind].conflict({
    record,
    active: activeEffectsOf(record),
    now,
    already: (...kinds) => ({
      kind: 'already',
      moderatorAction: latest({ moderatorActions }, ...kinds),
    }),
  });
}

/** The steps of a moderator action on Discord. */
export function actionsFor(
  kind: ModeratorActionKind,
  parts: ActionParts,
): readonly DiscordAction[] {
  return MODERATOR_ACTIONS[kind].actions(parts);
}

/** Whether there is something to undo. What Discord cannot undo can still be withdrawn, so that it no longer counts. */
export function isUndoable(
  record: Pick<Case, 'judgement' | 'steps' | 'moderatorActions'>,
): boolean {
  if (activeEffectsOf(record).reversals.length > 0) return true;
  return isPunishment(record) && !isWithdrawn(record);
}

/** The moderator action that is running. */
export function openModeratorAction({
  moderatorActions,
}: Pick<Case, 'moderatorActions'>): ModeratorAction | null {
  return moderatorActions.find(({ endedAt }) => endedAt === null) ?? null;
}

/** The notice alone does nothing to the member. */
export function hadEffect({ steps }: ModeratorAction): boolean {
  return (
    steps.length === 0 ||
    steps.some(({ action, outcome }) => action.kind !== 'notice' && outcome?.status === 'done')
  );
}
