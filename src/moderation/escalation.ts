import { inOrder, type Effect } from './effects.ts';
import type { Case, Escalation } from './case.ts';
import type { Policy } from './policy.ts';
import { isPardoned, standingOf } from './rulings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** From when on a case counts, in milliseconds since the Unix epoch. */
export function windowStart({ ladder }: Pick<Policy, 'ladder'>, nowMs: number): number {
  return nowMs - ladder.windowDays * DAY_MS;
}

/** Whether effects are a strike: something was done about a message, more than to look at it. */
export function isStrike(effects: readonly Effect[]): boolean {
  return effects.some(({ kind }) => kind !== 'alert');
}

/** Whether a case counts against its author: carried out in earnest, and not taken back by a moderator. */
export function countsAsStrike(record: Case): boolean {
  const { mode, judgement, steps } = record;
  return (
    mode === 'enforce' &&
    judgement.kind === 'verdict' &&
    isStrike(steps.map(({ effect }) => effect)) &&
    !isPardoned(record) &&
    !isUndone(record)
  );
}

/**
 * Whether a moderator undid what the bot itself had done. Where that could not be undone, an undoing took back a
 * moderator's own deed. What Discord made of it is another matter: they have said that it was not deserved.
 */
function isUndone({ steps, rulings }: Case): boolean {
  return (
    rulings.some(({ kind }) => kind === 'undo') &&
    standingOf({ steps, rulings: [] }).reversals.length > 0
  );
}

/**
 * The highest rung reached by so many strikes, this one included; null where the ladder is off, nothing is a strike or
 * what the rule does is at least as grave.
 */
export function escalationOf(
  { ladder, timeoutSeconds }: Pick<Policy, 'ladder' | 'timeoutSeconds'>,
  effects: readonly Effect[],
  strikes: number,
): Escalation | null {
  if (!ladder.enabled || !isStrike(effects)) return null;
  const reached = ladder.rungs
    .filter((rung) => rung.strikes <= strikes)
    .sort((a, b) => b.strikes - a.strikes)[0];
  if (reached === undefined) return null;
  const { effect } = reached;
  const gravest = Math.max(...effects.map((own) => gravity(own, timeoutSeconds)));
  if (gravity(effect, timeoutSeconds) <= gravest) return null;
  return { strikes, windowDays: ladder.windowDays, effect };
}

/** The effects with what a rung adds, in place of what it makes needless. */
export function escalated(effects: readonly Effect[], { effect }: Escalation): Effect[] {
  return inOrder([...effects.filter(({ kind }) => !isExclusion(kind)), effect]);
}

/** Of these one is enough: the gravest. */
function isExclusion(kind: Effect['kind']): boolean {
  return kind === 'timeout' || kind === 'kick' || kind === 'ban';
}

/** A timeout weighs its length, which is below any kick. */
function gravity(effect: Effect, timeoutSeconds: number): number {
  switch (effect.kind) {
    case 'ban':
      return Infinity;
    case 'kick':
      return Number.MAX_SAFE_INTEGER;
    case 'timeout':
      return effect.seconds ?? timeoutSeconds;
    case 'delete':
    case 'notice':
    case 'addRole':
    case 'removeRole':
    case 'alert':
      return 0;
  }
}
