import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPolicy, policySchema } from '../../../src/moderation/policy.ts';
import { policyArbitrary } from './arbitraries.ts';

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

  it('does nothing about "pass" without a rule for it', () => {
    expect(policySchema.parse({ rules: {} }).rules).toEqual({ pass: [] });
    const strict = { pass: [{ kind: 'alert' }] };
    expect(policySchema.parse({ rules: strict }).rules).toEqual(strict);
  });

  it.each<[string, unknown]>([
    ['a punishment for words without a rule', { rules: { '*': [{ kind: 'ban' }] } }],
    [
      'a punishment besides the alert for words without a rule',
      { rules: { '*': [{ kind: 'alert' }, { kind: 'ban' }] } },
    ],
    ['silence about words without a rule', { rules: { '*': [] } }],
    ['a punishment for harmless messages', { rules: { pass: [{ kind: 'ban' }] } }],
    ['a punishment for harmless messages, in capitals', { rules: { PASS: [{ kind: 'delete' }] } }],
    [
      'a punishment besides the alert for harmless messages',
      { rules: { pass: [{ kind: 'alert' }, { kind: 'timeout' }] } },
    ],
    ['a notice about harmless messages', { rules: { pass: [{ kind: 'notice' }] } }],
    ['an unknown effect', { rules: { ban: [{ kind: 'explode' }] } }],
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
    ['a role that is not an id', { rules: { ban: [{ kind: 'addRole', roleId: 'Muted' }] } }],
    ['a timeout of 29 days', { timeoutSeconds: 29 * 24 * 60 * 60 }],
    ['a timeout of zero seconds', { rules: { mute: [{ kind: 'timeout', seconds: 0 }] } }],
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

  it('parses its own output', () => {
    fc.assert(
      fc.property(policyArbitrary, (policy) => {
        expect(policySchema.parse(JSON.parse(JSON.stringify(policy)))).toEqual(policy);
      }),
    );
  });
});
