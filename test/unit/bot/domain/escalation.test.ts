import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countsAsStrike,
  escalated,
  escalationOf,
  windowStart,
} from '../../../../src/bot/domain/escalation.ts';
import type { Effect } from '../../../../src/bot/domain/effects.ts';
import type { Case } from '../../../../src/bot/domain/case.ts';
import {
  defaultPolicy,
  policySchema,
  type Policy,
} from '../../../../src/bot/domain/policy/policy.ts';
import { caseDraft } from '../../../helpers/cases.ts';
import { effectArbitrary } from './arbitraries.ts';

const removal: Effect[] = [{ kind: 'delete' }, { kind: 'notice' }, { kind: 'alert' }];

function withEscalation(steps: Policy['escalation']['steps']): Policy {
  return policySchema.parse({ escalation: { enabled: true, windowDays: 7, steps } });
}

const policy = withEscalation([
  { strikes: 3, effect: { kind: 'timeout', seconds: 3_600 } },
  { strikes: 5, effect: { kind: 'kick' } },
  { strikes: 8, effect: { kind: 'ban' } },
]);

describe('escalationOf', () => {
  it.each<[number, Effect | null]>([
    [1, null],
    [2, null],
    [3, { kind: 'timeout', seconds: 3_600 }],
    [4, { kind: 'timeout', seconds: 3_600 }],
    [5, { kind: 'kick' }],
    [8, { kind: 'ban' }],
    [50, { kind: 'ban' }],
  ])('at strike %i adds %j', (strikes, effect) => {
    expect(escalationOf(policy, removal, strikes)?.effect ?? null).toEqual(effect);
  });

  it('adds nothing when escalation is off', () => {
    expect(escalationOf(defaultPolicy, removal, 100)).toBeNull();
  });

  it('adds nothing to a rule that only alerts', () => {
    expect(escalationOf(policy, [{ kind: 'alert' }], 100)).toBeNull();
  });

  it.each<[string, Effect]>([
    ['a longer timeout', { kind: 'timeout', seconds: 7_200 }],
    ['a kick', { kind: 'kick' }],
    ['a ban', { kind: 'ban' }],
  ])('adds no timeout to %s', (_name, effect) => {
    expect(escalationOf(policy, [effect, { kind: 'alert' }], 3)).toBeNull();
  });

  it("treats a timeout without a length as the server's own timeout", () => {
    const effects: Effect[] = [{ kind: 'timeout' }];
    expect(escalationOf({ ...policy, timeoutSeconds: 600 }, effects, 3)).not.toBeNull();
    expect(escalationOf({ ...policy, timeoutSeconds: 86_400 }, effects, 3)).toBeNull();
  });
});

describe('escalated', () => {
  it('adds an alert to a rule without one, so that nobody is excluded silently', () => {
    const escalation = { strikes: 8, windowDays: 7, effect: { kind: 'ban' as const } };
    const kinds = escalated([{ kind: 'notice' }], escalation).map(({ kind }) => kind);
    expect(kinds).toEqual(['notice', 'ban', 'alert']);
  });

  it('replaces a less severe exclusion, and notifies the author before a ban', () => {
    const effects: Effect[] = [...removal, { kind: 'timeout' }];
    const escalation = { strikes: 8, windowDays: 7, effect: { kind: 'ban' } as const };
    expect(escalated(effects, escalation).map(({ kind }) => kind)).toEqual([
      'delete',
      'notice',
      'ban',
      'alert',
    ]);
  });

  it('keeps every effect that is not an exclusion', () => {
    fc.assert(
      fc.property(fc.array(effectArbitrary), (effects) => {
        const kept = escalated(effects, { strikes: 8, windowDays: 7, effect: { kind: 'ban' } });
        const others = effects.filter(({ kind }) => !['timeout', 'kick', 'ban'].includes(kind));
        expect(kept).toEqual(expect.arrayContaining(others));
        expect(kept.filter(({ kind }) => kind === 'ban')).toHaveLength(1);
      }),
    );
  });
});

describe('countsAsStrike', () => {
  const strike: Case = { ...caseDraft(), number: 1 };
  const moderatorAction = {
    by: { id: '1', name: 'moderator' },
    at: 1,
    endedAt: 2,
    reason: null,
    steps: [],
  };

  const timedOut: Case['steps'][number] = {
    effect: { kind: 'timeout' },
    outcome: { status: 'done', at: 1, until: 9 },
  };

  it('counts a case with effects', () => {
    expect(countsAsStrike(strike)).toBe(true);
  });

  it('counts a case again after its text was disallowed', () => {
    const moderatorActions = [
      { kind: 'allow' as const, ...moderatorAction },
      { kind: 'disallow' as const, ...moderatorAction },
    ];
    expect(countsAsStrike({ ...strike, moderatorActions })).toBe(true);
  });

  it('counts a case when only a moderator’s own action was undone', () => {
    const { outcome } = timedOut;
    const moderatorActions: Case['moderatorActions'] = [
      { kind: 'timeout', ...moderatorAction, steps: [{ action: { kind: 'timeout' }, outcome }] },
      {
        kind: 'undo',
        ...moderatorAction,
        steps: [{ action: { kind: 'liftTimeout', until: 9 }, outcome }],
      },
    ];
    expect(countsAsStrike({ ...strike, moderatorActions })).toBe(true);
  });

  it('does not count a case that an accepted appeal took back, whatever could be undone', () => {
    const moderatorActions: Case['moderatorActions'] = [{ kind: 'withdraw', ...moderatorAction }];
    expect(countsAsStrike({ ...strike, moderatorActions })).toBe(false);
  });

  it('counts a case that moderators marked as done', () => {
    const moderatorActions: Case['moderatorActions'] = [{ kind: 'done', ...moderatorAction }];
    expect(countsAsStrike({ ...strike, steps: [timedOut], moderatorActions })).toBe(true);
  });

  it('does not count a case that was undone among other moderator actions', () => {
    const moderatorActions: Case['moderatorActions'] = [
      { kind: 'done', ...moderatorAction },
      { kind: 'undo', ...moderatorAction },
      { kind: 'delete', ...moderatorAction },
    ];
    expect(countsAsStrike({ ...strike, steps: [timedOut], moderatorActions })).toBe(false);
  });

  it('does not count a case whose undo Discord refused', () => {
    const outcome = {
      status: 'refused' as const,
      at: 1,
      code: 50_013,
      reason: { key: 'no' },
      fix: { key: 'so' },
    };
    const lift = { action: { kind: 'liftTimeout' as const, until: 9 }, outcome };
    const moderatorActions: Case['moderatorActions'] = [
      { kind: 'undo', ...moderatorAction, steps: [lift] },
    ];
    expect(countsAsStrike({ ...strike, steps: [timedOut], moderatorActions })).toBe(false);
  });

  it.each<[string, Partial<Case>]>([
    ['when only watching', { mode: 'watch' }],
    ['with only an alert', { steps: [{ effect: { kind: 'alert' }, outcome: null }] }],
    ['without a verdict', { judgement: { kind: 'unchecked', reason: { key: 'too long' } } }],
    [
      'that was undone',
      { steps: [timedOut], moderatorActions: [{ kind: 'undo', ...moderatorAction }] },
    ],
    ['of a false positive', { moderatorActions: [{ kind: 'allow', ...moderatorAction }] }],
  ])('does not count a case %s', (_name, change) => {
    expect(countsAsStrike({ ...strike, ...change })).toBe(false);
  });
});

it('the strike window starts `windowDays` before now', () => {
  expect(windowStart(policy, 10 * 86_400_000)).toBe(3 * 86_400_000);
});
