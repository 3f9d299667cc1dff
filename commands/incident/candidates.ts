import {
  activeEffectsOf,
  type BulkKind,
  type Case,
  isTextAllowed,
  isWithdrawn,
  message,
  type Message,
} from '../../src/bot/command-kit.ts';

/** The cases of a member to which an action can apply. If there are none, `reason` says why; null: it is already done. */
export interface Candidates {
  readonly cases: readonly Case[];
  readonly reason: Message | null;
}

/** `records`: one member's cases of the incident. `now`: milliseconds since the Unix epoch. */
export function candidatesOf(kind: BulkKind, records: readonly Case[], now: number): Candidates {
  if (kind === 'undo') {
    const cases = records.filter((record) => activeEffectsOf(record).reversals.length > 0);
    return { cases, reason: null };
  }
  const active = records.map(activeEffectsOf);
  const isBanned = active.some((effects) => effects.isBanned);
  const isTimedOut = active.some(({ timeoutUntil }) => (timeoutUntil ?? 0) > now);
  if (isBanned || (kind === 'timeout' && isTimedOut)) return { cases: [], reason: null };
  // An undo is stored with only one of the member's cases, so one of them counts for all.
  if (records.some(isCleared)) return { cases: [], reason: message('incident:leftOut.cleared') };
  const cases = records.filter(wantedAction);
  return { cases, reason: cases.length === 0 ? message('incident:leftOut.flagged') : null };
}

/** Whether a moderator marked the case as a false alarm, undone or handled. */
function isCleared(record: Case): boolean {
  return (
    isTextAllowed(record) ||
    isWithdrawn(record) ||
    record.moderatorActions.some(({ kind }) => kind === 'done')
  );
}

/** Whether the bot acted on the message or its author, or would have, even if Discord refused or in watch mode. */
function wantedAction({ steps }: Case): boolean {
  return steps.some(({ effect: { kind } }) => kind !== 'alert' && kind !== 'notice');
}
