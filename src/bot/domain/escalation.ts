import { inOrder } from './decide.ts';
import type { Effect } from './effects.ts';
import { manualActionOf, type Case, type Escalation, type StepEffect } from './case.ts';
import { isPunishment, isWithdrawn } from './manual/manual-case.ts';
import type { Policy } from './policy/policy.ts';
import { factsOf, isExclusion } from './actions/action-facts.ts';
import { activeEffectsOf, isTextAllowed } from './actions/active-effects.ts';
import { DAY_MS } from '../../shared/clock.ts';

/** The start of the strike window, in milliseconds since the Unix epoch. */
export function windowStart({ escalation }: Pick<Policy, 'escalation'>, nowMs: number): number {
  return nowMs - escalation.windowDays * DAY_MS;
}

/** Whether effects count as a strike: more than an alert. */
export function isStrike(effects: readonly Pick<StepEffect, 'kind'>[]): boolean {
  return effects.some(({ kind }) => kind !== 'alert');
}

/** Whether a case counts against its author: enforced, and neither allowed, undone nor withdrawn by a moderator. */
export function countsAsStrike(record: Case): boolean {
  if (manualActionOf(record) !== null) return isPunishment(record) && !isWithdrawn(record);
  const { subject, mode, judgement, steps } = record;
  return (
    subject !== 'name' &&
    subject !== 'nickname' &&
    mode === 'enforce' &&
    (judgement.kind === 'verdict' || judgement.kind === 'picture') &&
    isStrike(steps.map(({ effect }) => effect)) &&
    !isTextAllowed(record) &&
    !isUndoneByModerator(record)
  );
}

/**
 * Whether a moderator withdrew the case, or undid the bot's own effects. If those cannot be undone, the undo was about a
 * moderator's action.
 * The moderator's decision counts even if Discord refused the undo.
 */
function isUndoneByModerator({ steps, moderatorActions }: Case): boolean {
  return (
    moderatorActions.some(({ kind }) => kind === 'withdraw') ||
    (moderatorActions.some(({ kind }) => kind === 'undo') &&
      activeEffectsOf({ steps, moderatorActions: [] }).reversals.length > 0)
  );
}

/**
 * The highest step that `strikes` (this one included) reach. Null: escalation is off, the effects are no strike, or the
 * rule is at least as severe as the step.
 */
export function escalationOf(
  { escalation, timeoutSeconds }: Pick<Policy, 'escalation' | 'timeoutSeconds'>,
  effects: readonly Effect[],
  strikes: number,
): Escalation | null {
  if (!escalation.enabled || !isStrike(effects)) return null;
  const reached = escalation.steps
    .filter((step) => step.strikes <= strikes)
    .sort((a, b) => b.strikes - a.strikes)[0];
  if (reached === undefined) return null;
  const { effect } = reached;
  const longest = Math.max(...effects.map((each) => exclusionSeconds(each, timeoutSeconds)));
  if (exclusionSeconds(effect, timeoutSeconds) <= longest) return null;
  return { strikes, windowDays: escalation.windowDays, effect };
}

/** The effects with the step's effect, which replaces less severe exclusions. */
export function escalated(effects: readonly Effect[], { effect }: Escalation): Effect[] {
  const kept = effects.filter((each) => !isExclusion(each));
  // The rule may have no alert, but nobody is excluded without the moderators knowing.
  const hasAlert = kept.some(({ kind }) => kind === 'alert');
  return inOrder([...kept, effect, ...(hasAlert ? [] : [{ kind: 'alert' as const }])]);
}

function exclusionSeconds(effect: Effect, timeoutSeconds: number): number {
  if (effect.kind === 'alert') return 0;
  return factsOf(effect)?.exclusionSeconds?.(effect, timeoutSeconds) ?? 0;
}
