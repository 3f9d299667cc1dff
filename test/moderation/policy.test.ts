import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPolicy, policySchema, ruleFor } from '../../src/moderation/policy.ts';
import { policyArbitrary, wordArbitrary } from './arbitraries.ts';

describe('policySchema', () => {
  it('fills in every setting that is absent', () => {
    expect(policySchema.parse({})).toEqual(defaultPolicy);
    expect(policySchema.parse({ mode: 'shadow' })).toEqual({ ...defaultPolicy, mode: 'shadow' });
    expect(policySchema.parse({ notice: { enabled: false } }).notice).toEqual({
      enabled: false,
      text: defaultPolicy.notice.text,
    });
  });

  it('reads the words of rules in lower case', () => {
    const { rules } = policySchema.parse({ rules: { BAN: [{ kind: 'alert' }] } });
    expect(rules).toEqual({ pass: [], ban: [{ kind: 'alert' }] });
  });

  it('lets what passes pass, unless a rule says otherwise', () => {
    expect(policySchema.parse({ rules: {} }).rules).toEqual({ pass: [] });
    const strict = { pass: [{ kind: 'alert' }] };
    expect(policySchema.parse({ rules: strict }).rules).toEqual(strict);
  });

  it.each<[string, unknown]>([
    ['a punishment for words without a rule', { rules: { '*': [{ kind: 'ban' }] } }],
    ['silence about words without a rule', { rules: { '*': [] } }],
    ['an effect nobody knows', { rules: { ban: [{ kind: 'explode' }] } }],
    [
      'a rule of nine effects',
      {
        rules: {
          ban: Array.from({ length: 9 }, (_, n) => ({
            kind: 'addRole',
            roleId: `${n}`.repeat(18),
          })),
        },
      },
    ],
    ['two alerts in a rule', { rules: { ban: [{ kind: 'alert' }, { kind: 'alert' }] } }],
    [
      'two timeouts in a rule',
      { rules: { mute: [{ kind: 'timeout' }, { kind: 'timeout', seconds: 5 }] } },
    ],
    ['an empty word', { rules: { '': [] } }],
    ['a role that is no id', { rules: { ban: [{ kind: 'addRole', roleId: 'Muted' }] } }],
    ['a timeout of 29 days', { timeoutSeconds: 29 * 24 * 60 * 60 }],
    ['a timeout of no time', { rules: { mute: [{ kind: 'timeout', seconds: 0 }] } }],
    [
      'a ban that deletes 8 days',
      { rules: { ban: [{ kind: 'ban', deleteMessageSeconds: 691_200 }] } },
    ],
    ['evidence kept for 91 days', { evidenceDays: 91 }],
    ['an empty notice', { notice: { text: '' } }],
    ['an unknown mode', { mode: 'dry-run' }],
  ])('refuses %s', (_name, settings) => {
    expect(policySchema.safeParse(settings).success).toBe(false);
  });

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(policyArbitrary, (policy) => {
        expect(policySchema.parse(JSON.parse(JSON.stringify(policy)))).toEqual(policy);
      }),
    );
  });
});

describe('ruleFor', () => {
  it('finds a rule whatever the case of the word and the blanks round it', () => {
    const policy = policySchema.parse({ rules: { ban: [{ kind: 'kick' }] } });
    for (const word of ['ban', 'BAN', ' Ban\n']) {
      expect(ruleFor(policy, word)).toEqual({ rule: 'ban', effects: [{ kind: 'kick' }] });
    }
  });

  it('gives for any word a rule of the policy or the alert', () => {
    fc.assert(
      fc.property(policyArbitrary, wordArbitrary, (policy, word) => {
        const { rule, effects } = ruleFor(policy, word);
        expect(effects).toEqual(rule === '*' ? [{ kind: 'alert' }] : policy.rules[rule]);
      }),
    );
  });
});
