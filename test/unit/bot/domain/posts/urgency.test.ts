import { describe, expect, it } from 'vitest';
import type { Case } from '../../../../../src/bot/domain/case.ts';
import type { Outcome } from '../../../../../src/bot/domain/effects.ts';
import {
  alertUrgency,
  mostUrgent,
  rankOf,
  type PostUrgency,
} from '../../../../../src/bot/domain/posts/urgency.ts';
import { caseDraft } from '../../../../helpers/cases.ts';
import { verdict } from '../../../../helpers/verdicts.ts';

const done: Outcome = { status: 'done', at: 1 };
const watched: Outcome = { status: 'watched', at: 1 };
const refused: Outcome = {
  status: 'refused',
  at: 1,
  code: 50013,
  reason: { key: 'r' },
  fix: { key: 'f' },
};
const open = { effect: { kind: 'alert' }, outcome: null } as const;

const caseWith = (steps: Case['steps'], changes: Partial<Case> = {}): Case => ({
  ...caseDraft(),
  number: 1,
  steps: [...steps, open],
  ...changes,
});

describe('the alert of a case', () => {
  const cases: [string, PostUrgency, Case][] = [
    ['with a ban', 'severest', caseWith([{ effect: { kind: 'ban' }, outcome: done }])],
    [
      'with a kick that failed',
      'severest',
      caseWith([{ effect: { kind: 'kick' }, outcome: refused }]),
    ],
    ['with a timeout', 'severest', caseWith([{ effect: { kind: 'timeout' }, outcome: done }])],
    [
      'with a ban that is left to the moderators',
      'severest',
      caseWith([], { withheld: { rank: 'moderator', effects: [{ kind: 'ban' }] } }),
    ],
    [
      'with a ban that would have been',
      'severest',
      caseWith([{ effect: { kind: 'ban' }, outcome: watched }], { mode: 'watch' }),
    ],
    [
      'with a refused deletion',
      'severe',
      caseWith([{ effect: { kind: 'delete' }, outcome: refused }]),
    ],
    [
      'with a refused notice, which many members do not accept',
      'deletion',
      caseWith([
        { effect: { kind: 'delete' }, outcome: done },
        { effect: { kind: 'notice' }, outcome: refused },
      ]),
    ],
    ['with a deletion', 'deletion', caseWith([{ effect: { kind: 'delete' }, outcome: done }])],
    ['without anything else', 'ordinary', caseWith([])],
    [
      'about a probable threat',
      'severe',
      caseWith([], {
        judgement: {
          kind: 'verdict',
          verdict: { ...verdict('flag'), scores: { 'insights.categories.threat': 0.9 } },
        },
      }),
    ],
    [
      'about a probable insult',
      'ordinary',
      caseWith([], {
        judgement: {
          kind: 'verdict',
          verdict: { ...verdict('flag'), scores: { 'insights.categories.insult': 0.9 } },
        },
      }),
    ],
  ];

  it.each(cases)('%s is %s', (_what, urgency, record) => {
    expect(alertUrgency(record)).toBe(urgency);
  });

  it('that a moderator caused by a command needs nobody at once', () => {
    const by = { id: '5', name: 'moderator' };
    const action = { kind: 'ban', by, reason: null } as const;
    const steps = [{ effect: { kind: 'ban' }, outcome: done }] as const;
    const record = caseWith([...steps], { judgement: { kind: 'manual', action } });
    expect(alertUrgency(record)).toBe('deletion');
  });
});

it('orders posts from the severest to summaries', () => {
  const order: PostUrgency[] = ['severest', 'severe', 'deletion', 'ordinary', 'summary'];
  expect(order.map(rankOf)).toEqual([0, 1, 2, 3, 4]);
  expect(mostUrgent(['ordinary', 'severest', 'deletion'])).toBe('severest');
  expect(mostUrgent([])).toBe('ordinary');
});
