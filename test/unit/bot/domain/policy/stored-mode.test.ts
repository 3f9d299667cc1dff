import { expect, it } from 'vitest';
import { caseSchema } from '../../../../../src/bot/domain/case.ts';
import { outcomeSchema } from '../../../../../src/bot/domain/effects.ts';
import { policySchema } from '../../../../../src/bot/domain/policy/policy.ts';
import { caseDraft } from '../../../../helpers/cases.ts';

/* Earlier versions called “watch only” shadow mode. */

it('a stored policy in shadow mode only watches', () => {
  expect(policySchema.parse({ mode: 'shadow' }).mode).toBe('watch');
});

it('a case stored in shadow mode was only watched', () => {
  const steps = [{ effect: { kind: 'delete' }, outcome: { status: 'shadowed', at: 1 } }];
  const stored = { ...caseDraft(), number: 1, mode: 'shadow', rule: 'delete', steps };
  expect(caseSchema.parse(stored)).toMatchObject({
    mode: 'watch',
    rule: { of: 'server', id: 'delete', name: 'delete' },
    steps: [{ effect: { kind: 'delete' }, outcome: { status: 'watched', at: 1 } }],
  });
  expect(outcomeSchema.parse({ status: 'watched', at: 1 })).toEqual({ status: 'watched', at: 1 });
});
