import type { Clock } from '../../../shared/clock.ts';
import { conflictOf, type Conflict } from '../../domain/actions/moderator-action-kinds.ts';
import type { ModeratorActionRequest } from '../../domain/actions/moderator-action-ports.ts';
import { draftModeratorAction, isStillPermitted } from '../../domain/actions/moderator-actions.ts';
import type { Case } from '../../domain/case.ts';
import type { Cases, Policies } from '../../domain/ports.ts';

/**
 * Stores a requested action before anything is done, unless there is a conflict. If two come at once, the second conflicts. Null:
 * there is no such case.
 */
export type BeginModeratorAction = (
  request: ModeratorActionRequest,
) => Promise<{ record: Case; conflict: Conflict | null } | null>;

export function createBeginModeratorAction(deps: {
  cases: Cases;
  policies: Pick<Policies, 'get'>;
  clock: Clock;
  /** Called before the action is in the store, where others could find it. */
  onBegin: (record: Case) => void;
}): BeginModeratorAction {
  const { cases, policies, clock, onBegin } = deps;
  return async (request) => {
    const existingCase = await cases.get(request.guildId, request.number);
    if (existingCase === null) return null;
    const { timeoutSeconds, notice } = await policies.get(existingCase.guildId);
    let conflict: Conflict | null = null;
    const record = await cases.update(existingCase, (latest) => {
      conflict = conflictOf(latest, request.kind, clock.now());
      if (conflict === null && !isStillPermitted(latest, request)) conflict = { kind: 'changed' };
      if (conflict !== null) return latest;
      onBegin(latest);
      const action = draftModeratorAction(
        latest,
        { ...request, timeoutSeconds, isNoticeEnabled: notice.enabled },
        clock.now(),
      );
      return { ...latest, moderatorActions: [...latest.moderatorActions, action] };
    });
    return { record, conflict };
  };
}
