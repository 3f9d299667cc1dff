import { describe, expect, it } from 'vitest';
import type { Case, Judgement } from '../../../../../src/bot/domain/case.ts';
import type { Outcome } from '../../../../../src/bot/domain/effects.ts';
import { factsOf } from '../../../../../src/bot/domain/figures/case-figures.ts';
import { caseDraft } from '../../../../helpers/cases.ts';
import { verdict } from '../../../../helpers/verdicts.ts';

const DONE: Outcome = { status: 'done', at: 1 };
const REFUSED: Outcome = {
  status: 'refused',
  at: 1,
  code: null,
  reason: { key: 'alerts:done' },
  fix: { key: 'alerts:done' },
};

const caseWith = (changes: Partial<Case>): Case => ({ ...caseDraft(), number: 1, ...changes });

const scored = (scores: Record<string, number>): Judgement => ({
  kind: 'verdict',
  verdict: verdict('delete', { scores }),
});

describe('the result of a case', () => {
  it.each<[string, Partial<Case>]>([
    ['deleted', { steps: [{ effect: { kind: 'delete' }, outcome: DONE }] }],
    [
      'banned',
      {
        steps: [
          { effect: { kind: 'delete' }, outcome: DONE },
          { effect: { kind: 'ban' }, outcome: DONE },
        ],
      },
    ],
    [
      'deleted',
      {
        steps: [
          { effect: { kind: 'delete' }, outcome: DONE },
          { effect: { kind: 'ban' }, outcome: REFUSED },
        ],
      },
    ],
    ['refused', { steps: [{ effect: { kind: 'delete' }, outcome: REFUSED }] }],
    ['alertOnly', { steps: [{ effect: { kind: 'notice' }, outcome: REFUSED }] }],
    ['alertOnly', { steps: [{ effect: { kind: 'alert' }, outcome: DONE }] }],
    [
      'watched',
      {
        mode: 'watch',
        steps: [{ effect: { kind: 'ban' }, outcome: { status: 'watched', at: 1 } }],
      },
    ],
  ])('is %s', (result, changes) => {
    expect(factsOf(caseWith(changes)).result).toBe(result);
  });

  it('counts what a moderator did', () => {
    const by = { id: '9', name: 'mod' };
    const steps = [{ action: { kind: 'ban' as const }, outcome: DONE }];
    const facts = factsOf(
      caseWith({
        moderatorActions: [{ kind: 'ban', by, at: 1, reason: null, steps, endedAt: 1 }],
      }),
    );
    expect(facts).toMatchObject({ result: 'banned', handled: { byId: '9', kind: 'ban' } });
  });
});

describe('the category of a case', () => {
  it.each<[string | null, Record<string, number>]>([
    [
      'engine2.vulgar',
      { 'engine1.baseline': 0.9, 'engine2.vulgar': 0.6, 'engine2.aggressive': 0.5 },
    ],
    ['engine1.raceInvocation', { 'engine2.raceInvocation': 0.6, 'engine2.vulgar': 0.5 }],
    ['engine1.baseline', { 'engine1.baseline': 0.2, 'engine2.baseline': 0.9, 'engine2.vulgar': 0 }],
    [null, {}],
  ])('is %s', (category, scores) => {
    expect(factsOf(caseWith({ judgement: scored(scores) })).category).toBe(category);
  });

  it('is missing without a verdict', () => {
    const judgement: Judgement = { kind: 'unchecked', reason: { key: 'alerts:done' } };
    expect(factsOf(caseWith({ judgement })).category).toBeNull();
  });
});
