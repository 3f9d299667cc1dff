import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPolicy, policySchema } from '../../../../../src/bot/domain/policy/policy.ts';
import { policyArbitrary } from '../arbitraries.ts';

const rule = (when: object, effects: object[] = []): object => ({
  id: 'r1',
  name: 'R',
  when,
  effects,
});
const roles = Array.from({ length: 9 }, (_, n) => ({ kind: 'addRole', roleId: `${n}`.repeat(18) }));

describe('policySchema', () => {
  it('fills in every setting that is absent', () => {
    expect(policySchema.parse({})).toEqual(defaultPolicy);
    expect(policySchema.parse({ mode: 'watch' })).toEqual({ ...defaultPolicy, mode: 'watch' });
    expect(policySchema.parse({ notice: { enabled: false } }).notice).toEqual({
      enabled: false,
      text: defaultPolicy.notice.text,
    });
  });

  it('reads actions and languages in lower case', () => {
    const when = { actions: [' BAN '], languages: ['German'] };
    expect(policySchema.parse({ rules: [rule(when)] }).rules[0]?.when).toEqual({
      actions: ['ban'],
      languages: ['german'],
    });
  });

  it.each<[string, object]>([
    ['a punishment for harmless messages', rule({ actions: ['pass'] }, [{ kind: 'ban' }])],
    ['the same in capitals', rule({ actions: ['PASS'] }, [{ kind: 'delete' }])],
    ['the same besides others', rule({ actions: ['ban', 'pass'] }, [{ kind: 'delete' }])],
    ['a notice about harmless messages', rule({ actions: ['pass'] }, [{ kind: 'notice' }])],
    [
      'a punishment for harmless messages with any score',
      rule({ actions: ['pass'], scores: [{ score: 'engine2.vulgar', atLeast: 0.2 }] }, [
        { kind: 'delete' },
      ]),
    ],
    ['a rule without a condition', rule({}, [{ kind: 'alert' }])],
    ['an empty list of actions', rule({ actions: [] })],
    ['an empty action', rule({ actions: [' '] })],
    ['an age of no days', rule({ accountAgeUnderDays: 0 })],
    ['an unknown effect', rule({ actions: ['ban'] }, [{ kind: 'explode' }])],
    ['a rule of nine effects', rule({ actions: ['ban'] }, roles)],
    ['two alerts in a rule', rule({ actions: ['ban'] }, [{ kind: 'alert' }, { kind: 'alert' }])],
    [
      'two timeouts in a rule',
      rule({ actions: ['mute'] }, [{ kind: 'timeout' }, { kind: 'timeout', seconds: 5 }]),
    ],
    [
      'a role that is not an id',
      rule({ actions: ['ban'] }, [{ kind: 'addRole', roleId: 'Muted' }]),
    ],
    ['a timeout of zero seconds', rule({ actions: ['ban'] }, [{ kind: 'timeout', seconds: 0 }])],
    [
      'a ban that deletes 8 days',
      rule({ actions: ['ban'] }, [{ kind: 'ban', deleteMessageSeconds: 691_200 }]),
    ],
  ])('refuses %s', (_name, refused) => {
    expect(policySchema.safeParse({ rules: [refused] }).success).toBe(false);
  });

  it.each<[string, unknown]>([
    ['two rules with one id', { rules: [rule({ words: 'blocked' }), rule({ words: 'blocked' })] }],
    [
      'two presets for one channel',
      {
        presetOverrides: ['relaxed', 'strict'].map((preset) => ({
          kind: 'channel',
          targetId: '1',
          preset,
        })),
      },
    ],
    ['an unknown preset', { preset: 'paranoid' }],
    ['a timeout of 29 days', { timeoutSeconds: 29 * 24 * 60 * 60 }],
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
