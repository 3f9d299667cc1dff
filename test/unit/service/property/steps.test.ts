import { describe, expect, it } from 'vitest';
import { HttpError } from '../../../../src/shared/http-error.ts';
import type { PropertyAction } from '../../../../src/service-api/schemas/property.ts';
import { parseSteps } from '../../../../src/service/property/steps.ts';

const BAN: PropertyAction = { property_id: 'p1', command: 'ban', operation: 'add', target: ['1'] };
const ROLES: PropertyAction = { ...BAN, command: 'roles', value: ['7'] };
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}`);

describe('the steps of an action', () => {
  it('are one per user and role, without duplicates', () => {
    const action = { ...ROLES, target: ['1', '2', '1'], value: ['7', 8, '8', 7] };
    expect(parseSteps(action)).toEqual([
      { kind: 'addRole', propertyId: 'p1', userId: '1', roleId: '7' },
      { kind: 'addRole', propertyId: 'p1', userId: '1', roleId: '8' },
      { kind: 'addRole', propertyId: 'p1', userId: '2', roleId: '7' },
      { kind: 'addRole', propertyId: 'p1', userId: '2', roleId: '8' },
    ]);
  });

  it('accept the largest safe integer as a role id', () => {
    const [step] = parseSteps({ ...ROLES, value: [Number.MAX_SAFE_INTEGER] });
    expect(step).toMatchObject({ roleId: '9007199254740991' });
  });

  it.each<[string, PropertyAction]>([
    ['50 bans', { ...BAN, target: ids(50) }],
    ['5 users with 10 roles', { ...ROLES, target: ids(5), value: ids(10) }],
  ])('are at most %s', (_name, action) => {
    expect(parseSteps(action)).toHaveLength(50);
  });

  it.each<[string, PropertyAction, string]>([
    [
      '51 bans',
      { ...BAN, target: ids(51) },
      'An action may have at most 50 steps (users × roles).',
    ],
    [
      '17 users with 3 roles',
      { ...ROLES, target: ids(17), value: ids(3) },
      'An action may have at most 50 steps (users × roles).',
    ],
    ['no users', { ...BAN, target: [] }, 'The field target must contain at least one user id.'],
    ['no roles', { ...ROLES, value: [] }, 'The field value must contain at least one role id.'],
    [
      'missing roles',
      { ...ROLES, value: undefined },
      'The field value must contain at least one role id.',
    ],
    [
      'a role id that lost digits',
      { ...ROLES, value: [2 ** 53] },
      'An id in the field value is too large for a number. Write it as a string.',
    ],
    ['an unknown command', { ...BAN, command: 'kick' }, 'The field command must be ban or roles.'],
  ])('reject %s', (_name, action, sentence) => {
    expect(() => parseSteps(action)).toThrow(new HttpError(400, sentence));
  });
});
