import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../../../commands/incident/candidates.ts';
import type {
  Case,
  ModeratorAction,
  ModeratorActionKind,
} from '../../../../src/bot/domain/case.ts';
import type { Effect, Outcome } from '../../../../src/bot/domain/effects.ts';
import { caseDraft } from '../../../helpers/cases.ts';

const NOW = 1_000_000;
const FLAGGED = { cases: [], reason: { key: 'incident:leftOut.flagged' } };
const CLEARED = { cases: [], reason: { key: 'incident:leftOut.cleared' } };
const done: Outcome = { status: 'done', at: 1 };
const reason = { key: 'refusals:owner.reason' };

function record(number: number, steps: Case['steps'], ...kinds: ModeratorActionKind[]): Case {
  return { ...caseDraft(), number, steps, moderatorActions: kinds.map(moderatorAction) };
}

function moderatorAction(kind: ModeratorActionKind): ModeratorAction {
  return { kind, by: { id: '7', name: 'mod' }, at: 2, reason: null, steps: [], endedAt: 3 };
}

const step = (kind: 'alert' | 'delete' | 'notice' | 'timeout', outcome: Outcome | null = done) => ({
  effect: { kind } satisfies Effect,
  outcome,
});

describe.each(['ban', 'timeout'] as const)('a %s', (kind) => {
  it('leaves out members whose messages were only flagged', () => {
    const flagged = record(1, [step('alert'), step('notice')]);
    expect(candidatesOf(kind, [flagged], NOW)).toEqual(FLAGGED);
  });

  it.each<[string, Outcome | null]>([
    ['done', done],
    ['still open', null],
    ['refused', { status: 'refused', at: 1, code: null, reason, fix: reason }],
    ['held back by the mode', { status: 'watched', at: 1 }],
  ])('is about the case with an action that is %s', (_, outcome) => {
    const flagged = record(1, [step('alert')]);
    const bad = record(2, [step('delete', outcome), step('alert')]);
    expect(candidatesOf(kind, [flagged, bad], NOW)).toEqual({ cases: [bad], reason: null });
  });

  it.each(['allow', 'undo', 'done'] as const)(
    'leaves out members with a case that a moderator has cleared with “%s”',
    (cleared) => {
      const records = [record(1, [step('delete')], cleared), record(2, [step('delete')])];
      expect(candidatesOf(kind, records, NOW)).toEqual(CLEARED);
    },
  );

  it('counts a false alarm that was revoked', () => {
    const revoked = record(1, [step('delete')], 'allow', 'disallow');
    expect(candidatesOf(kind, [revoked], NOW)).toEqual({ cases: [revoked], reason: null });
  });
});

it('a timeout has nothing to do for a member who is timed out, a ban has', () => {
  const timedOut = record(1, [step('timeout', { ...done, until: NOW + 1 })]);
  expect(candidatesOf('timeout', [timedOut], NOW)).toEqual({ cases: [], reason: null });
  expect(candidatesOf('ban', [timedOut], NOW)).toEqual({ cases: [timedOut], reason: null });
});

it('an undo is about every case with something to undo, also of a member with a false alarm', () => {
  const timedOut = record(1, [step('timeout', { ...done, until: NOW + 1 })]);
  const deleted = record(2, [step('delete')], 'allow');
  expect(candidatesOf('undo', [timedOut, deleted], NOW)).toEqual({
    cases: [timedOut],
    reason: null,
  });
});
