import { manualActionOf, type Case, type ModeratorAction } from '../case.ts';
import type { ModeratorRef } from '../moderator.ts';

/* The reason of a case in a moderator's words: of the command that opened it, or of the latest action about it. */

/** Null: no moderator has acted. */
export function reasonOfCase(record: Case): { readonly reason: string | null } | null {
  return manualActionOf(record) ?? record.moderatorActions.findLast(isByPerson) ?? null;
}

/** The case with another reason and a record of who changed it. `record` must have one. */
export function withReason(
  record: Case,
  { by, at, reason }: { readonly by: ModeratorRef; readonly at: number; readonly reason: string },
): Case {
  const { judgement, moderatorActions, reasonChanges = [] } = record;
  const change = { by, at, before: reasonOfCase(record)?.reason ?? null };
  const changed = { ...record, reasonChanges: [...reasonChanges, change] };
  if (judgement.kind === 'manual') {
    return { ...changed, judgement: { ...judgement, action: { ...judgement.action, reason } } };
  }
  const latest = moderatorActions.findLast(isByPerson);
  return {
    ...changed,
    moderatorActions: moderatorActions.map((each) =>
      each === latest ? { ...each, reason } : each,
    ),
  };
}

function isByPerson({ kind }: ModeratorAction): boolean {
  return kind !== 'expire';
}
