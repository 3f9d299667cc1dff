import type { PropertyAction } from '../../service-api/schemas/property.ts';
import { HttpError } from '../../shared/http-error.ts';
import type { PropertyStep } from '../../service-api/property-executor.ts';

/** Maximum per request: each step is a request to the property, and the response waits for all of them. */
const MAX_STEPS = 50;

function refuse(sentence: string): never {
  throw new HttpError(400, sentence);
}

/** Role ids exceed JavaScript's safe integers; reject a number that has lost digits. */
function roleId(value: string | number): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    refuse('An id in the field value is too large for a number. Write it as a string.');
  }
  return String(value);
}

/** Expands an action into its steps: one for each target and role. */
export function parseSteps(action: PropertyAction): PropertyStep[] {
  const { property_id: propertyId, command, operation } = action;
  const users = [...new Set(action.target)];
  const steps = ((): PropertyStep[] => {
    switch (command) {
      case 'ban': {
        const kind = operation === 'add' ? 'ban' : 'unban';
        return users.map((userId) => ({ kind, propertyId, userId }));
      }
      case 'roles': {
        const kind = operation === 'add' ? 'addRole' : 'removeRole';
        const roles = [...new Set(action.value?.map(roleId))];
        if (roles.length === 0) refuse('The field value must contain at least one role id.');
        return users.flatMap((userId) =>
          roles.map((role): PropertyStep => ({ kind, propertyId, userId, roleId: role })),
        );
      }
      default:
        return refuse('The field command must be ban or roles.');
    }
  })();
  if (users.length === 0) refuse('The field target must contain at least one user id.');
  if (steps.length > MAX_STEPS) {
    refuse(`An action may have at most ${MAX_STEPS} steps (users × roles).`);
  }
  return steps;
}
