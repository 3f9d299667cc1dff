import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  EFFECT_EXAMPLES,
  readEffects,
  writeEffects,
} from '../../../../commands/moderation/effects-input.ts';
import { UserError } from '../../../../src/shared/errors.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';
import { effectArbitrary } from '../../bot/domain/arbitraries.ts';

const t = translator('en');

it.each([
  ['nothing', []],
  ['alert', [{ kind: 'alert' }]],
  [' Delete ,NOTICE,', [{ kind: 'delete' }, { kind: 'notice' }]],
  ['timeout 1h 30m', [{ kind: 'timeout', seconds: 5_400 }]],
  ['ban 1d', [{ kind: 'ban', deleteMessageSeconds: 86_400 }]],
  ['role <@&123456789012345678>', [{ kind: 'addRole', roleId: '123456789012345678' }]],
  ['unrole 123456789012345678', [{ kind: 'removeRole', roleId: '123456789012345678' }]],
])('reads "%s"', (input, effects) => {
  expect(readEffects(input, t)).toEqual(effects);
});

it.each([
  '',
  ' , ',
  'destroy',
  'delete 5m',
  'kick hard',
  'timeout 40d',
  'ban 8d',
  'role',
  'role @everyone',
  'nothing, alert',
])('rejects "%s"', (input) => {
  expect(() => readEffects(input, t)).toThrow(UserError);
});

it('reads every example it gives', () => {
  for (const example of EFFECT_EXAMPLES) expect(() => readEffects(example, t)).not.toThrow();
});

it('reads what it writes', () => {
  fc.assert(
    fc.property(fc.array(effectArbitrary, { maxLength: 8 }), (effects) => {
      expect(readEffects(writeEffects(effects), t)).toEqual(effects);
    }),
  );
});
