import * as fc from 'fast-check';
import type { Effect } from '../../../src/moderation/effects.ts';
import { policySchema, type Policy } from '../../../src/moderation/policy.ts';

const roleId = fc.constantFrom('100000000000000010', '100000000000000011');

export const effectArbitrary: fc.Arbitrary<Effect> = fc.oneof(
  fc.constantFrom<Effect>(
    { kind: 'delete' },
    { kind: 'notice' },
    { kind: 'timeout' },
    { kind: 'timeout', seconds: 60 },
    { kind: 'kick' },
    { kind: 'ban' },
    { kind: 'alert' },
  ),
  fc.record({ kind: fc.constantFrom('addRole' as const, 'removeRole' as const), roleId }),
);

export const wordArbitrary: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('pass', 'flag', 'ban', '*', 'toString', '__proto__', 'constructor', ''),
  fc.string({ maxLength: 10 }),
);

/** Any policy a guild can have. */
export const policyArbitrary: fc.Arbitrary<Policy> = fc
  .record({
    mode: fc.constantFrom('enforce', 'shadow'),
    rules: fc.dictionary(
      fc.string({ minLength: 1, maxLength: 10 }).filter((word) => word !== '*'),
      fc.uniqueArray(effectArbitrary, {
        maxLength: 8,
        selector: (effect) => ('roleId' in effect ? effect.roleId : effect.kind),
      }),
    ),
    notice: fc.record({ enabled: fc.boolean() }),
  })
  .map((settings) => policySchema.parse(settings));
