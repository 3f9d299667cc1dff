import {
  type Case,
  type DiscordAction,
  type ModeratorAction,
  type ModeratorActionKind,
} from '../case.ts';
import type { Outcome, Reversal } from '../effects.ts';
import { factsOf, inReversalOrder, isReversal, keyOf, type Irreversible } from './action-facts.ts';

/** The effects of a case that are still in place according to its record, by the bot and by moderators. */
export interface ActiveEffects {
  readonly isDeleted: boolean;
  /** When the timeout ends or has ended, in milliseconds since the Unix epoch. */
  readonly timeoutUntil: number | null;
  readonly isBanned: boolean;
  /** When the ban ends, in milliseconds since the Unix epoch; null: there is none, or it stays until somebody lifts it. */
  readonly bannedUntil: number | null;
  readonly isAllowed: boolean;
  /** Undoes everything that can be undone, in the order to run it. */
  readonly reversals: readonly Reversal[];
  readonly irreversible: readonly Irreversible[];
}

type CompletedAction = {
  readonly action: DiscordAction;
  readonly outcome: Extract<Outcome, { status: 'done' }>;
};

export function activeEffectsOf(record: Pick<Case, 'steps' | 'moderatorActions'>): ActiveEffects {
  const standing = new Map<string, Reversal>();
  const irreversible = new Set<Irreversible>();
  for (const { action, outcome } of completedActionsOf(record)) {
    if (isReversal(action)) {
      standing.delete(keyOf(action));
      continue;
    }
    const trace = factsOf(action)?.trace(action, outcome) ?? null;
    if (trace === null) continue;
    switch (trace.kind) {
      case 'undoable':
        standing.set(keyOf(trace.reversal), trace.reversal);
        break;
      case 'not ours':
        standing.delete(keyOf(trace.reversal));
        break;
      case 'irreversible':
        irreversible.add(trace.what);
    }
  }
  const reversals = inReversalOrder(standing.values());
  const lift = reversals.find(({ kind }) => kind === 'liftTimeout');
  const unban = reversals.find(({ kind }) => kind === 'unban');
  return {
    isDeleted: irreversible.has('delete'),
    timeoutUntil: lift?.kind === 'liftTimeout' ? lift.until : null,
    isBanned: unban !== undefined,
    bannedUntil: (unban?.kind === 'unban' ? unban.until : null) ?? null,
    isAllowed: isTextAllowed(record),
    reversals,
    irreversible: [...irreversible],
  };
}

/** When the bot has to end the ban of the case, in milliseconds since the Unix epoch; null: it need not, or has tried. */
export function banToEndAt(record: Pick<Case, 'steps' | 'moderatorActions'>): number | null {
  return latest(record, 'expire') === null ? activeEffectsOf(record).bannedUntil : null;
}

/** Whether the case's text is allowed: marked as a false positive, and not disallowed since. */
export function isTextAllowed(record: Pick<Case, 'moderatorActions'>): boolean {
  return latest(record, 'allow', 'disallow')?.kind === 'allow';
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

export function latest(
  { moderatorActions }: Pick<Case, 'moderatorActions'>,
  ...kinds: ModeratorActionKind[]
): ModeratorAction | null {
  return moderatorActions.findLast(({ kind }) => kinds.includes(kind)) ?? null;
}
