import type { PropertyAction } from '../../protocol/property.ts';
import { RefusedError } from '../../lib/refused-error.ts';
import type { PropertyStep } from './executor.ts';

/** Of one request: each step is a request to the property, and they share an answer. */
const MAX_STEPS = 50;

function refuse(sentence: string): never {
  throw new RefusedError(400, sentence);
}

/** Role ids are longer than what a JSON number can hold; one that lost digits must not be guessed. */
function roleId(value: string | number): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    refuse('An id in the field value is too large for a number. Write it as a string.');
  }
  return String(value);
}

/** The steps an action consists of: each of its targets with each of its items. */
export function stepsOf(action: PropertyAction): PropertyStep[] {
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
        if (roles.length === 0) refuse('The field value must name at least one role.');
        return users.flatMap((userId) =>
          roles.map((role): PropertyStep => ({ kind, propertyId, userId, roleId: role })),
        );
      }
      default:
        return refuse('The field command must be one of these: ban, roles.');
    }
  })();
  if (users.length === 0) refuse('The field target must name at least one user.');
  if (steps.length > MAX_STEPS) {
    refuse(`An action may consist of at most ${MAX_STEPS} steps (users × items).`);
  }
  return steps;
}
