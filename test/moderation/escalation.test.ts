import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countsAsStrike,
  escalated,
  escalationOf,
  windowStart,
} from '../../src/moderation/escalation.ts';
import type { Effect } from '../../src/moderation/effects.ts';
import type { Case } from '../../src/moderation/case.ts';
import { defaultPolicy, policySchema, type Policy } from '../../src/moderation/policy.ts';
import { caseDraft } from '../helpers/cases.ts';
import { effectArbitrary } from './arbitraries.ts';

const removal: Effect[] = [{ kind: 'delete' }, { kind: 'notice' }, { kind: 'alert' }];

function withLadder(rungs: Policy['ladder']['rungs']): Policy {
  return policySchema.parse({ ladder: { enabled: true, windowDays: 7, rungs } });
}

const policy = withLadder([
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

  it('adds nothing where the guild has not switched it on', () => {
    expect(escalationOf(defaultPolicy, removal, 100)).toBeNull();
  });

  it('adds nothing to what is only looked at', () => {
    expect(escalationOf(policy, [{ kind: 'alert' }], 100)).toBeNull();
  });

  it.each<[string, Effect]>([
    ['a longer timeout', { kind: 'timeout', seconds: 7_200 }],
    ['a kick', { kind: 'kick' }],
    ['a ban', { kind: 'ban' }],
  ])('adds no timeout to %s', (_name, effect) => {
    expect(escalationOf(policy, [effect, { kind: 'alert' }], 3)).toBeNull();
  });

  it("takes a timeout without a length for one of the guild's own length", () => {
    const effects: Effect[] = [{ kind: 'timeout' }];
    expect(escalationOf({ ...policy, timeoutSeconds: 600 }, effects, 3)).not.toBeNull();
    expect(escalationOf({ ...policy, timeoutSeconds: 86_400 }, effects, 3)).toBeNull();
  });
});

describe('escalated', () => {
  it('puts the rung in place of a lighter exclusion, and writes to the author before a ban', () => {
    const effects: Effect[] = [...removal, { kind: 'timeout' }];
    const escalation = { strikes: 8, windowDays: 7, effect: { kind: 'ban' } as const };
    expect(escalated(effects, escalation).map(({ kind }) => kind)).toEqual([
      'delete',
      'notice',
      'ban',
      'alert',
    ]);
  });

  it('keeps all that excludes nobody', () => {
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
  const struck: Case = { ...caseDraft(), number: 1 };
  const ruling = {
    by: { id: '1', name: 'moderator' },
    at: 1,
    endedAt: 2,
    reason: null,
    steps: [],
  };

  const silenced: Case['steps'][number] = {
    effect: { kind: 'timeout' },
    outcome: { status: 'done', at: 1, until: 9 },
  };

  it('counts a message that was acted on', () => {
    expect(countsAsStrike(struck)).toBe(true);
  });

  it('counts one again that is no false positive any more', () => {
    const rulings = [
      { kind: 'pardon' as const, ...ruling },
      { kind: 'unpardon' as const, ...ruling },
    ];
    expect(countsAsStrike({ ...struck, rulings })).toBe(true);
  });

  it('counts one of which only a moderator’s own deed was undone', () => {
    const { outcome } = silenced;
    const rulings: Case['rulings'] = [
      { kind: 'timeout', ...ruling, steps: [{ deed: { kind: 'timeout' }, outcome }] },
      { kind: 'undo', ...ruling, steps: [{ deed: { kind: 'liftTimeout', until: 9 }, outcome }] },
    ];
    expect(countsAsStrike({ ...struck, rulings })).toBe(true);
  });

  it('does not count one whose undoing Discord refused: the moderator has spoken', () => {
    const outcome = { status: 'refused' as const, at: 1, code: 50_013, reason: 'no', mend: 'so' };
    const lift = { deed: { kind: 'liftTimeout' as const, until: 9 }, outcome };
    const rulings: Case['rulings'] = [{ kind: 'undo', ...ruling, steps: [lift] }];
    expect(countsAsStrike({ ...struck, steps: [silenced], rulings })).toBe(false);
  });

  it.each<[string, Partial<Case>]>([
    ['only watched', { mode: 'shadow' }],
    ['only looked at', { steps: [{ effect: { kind: 'alert' }, outcome: null }] }],
    ['never judged', { judgement: { kind: 'unchecked', reason: 'too long' } }],
    ['undone', { steps: [silenced], rulings: [{ kind: 'undo', ...ruling }] }],
    ['a false positive', { rulings: [{ kind: 'pardon', ...ruling }] }],
  ])('does not count one that was %s', (_name, change) => {
    expect(countsAsStrike({ ...struck, ...change })).toBe(false);
  });
});

it('looks back as many days as the window has', () => {
  expect(windowStart(policy, 10 * 86_400_000)).toBe(3 * 86_400_000);
});
