import { describe, expect, it } from 'vitest';
import type { Case, Ruling, RulingKind } from '../../src/moderation/case.ts';
import type { Outcome } from '../../src/moderation/effects.ts';
import { deedsFor, hindranceOf, isUnfinished, standingOf } from '../../src/moderation/rulings.ts';
import { caseDraft } from '../helpers/cases.ts';

const NOW = 1_000;
const ROLE = '100000000000000009';
const done = (more: { detail?: string; until?: number } = {}): Outcome => {
  return { status: 'done', at: 1, ...more };
};
const refused: Outcome = { status: 'refused', at: 1, code: 50_013, reason: 'no', mend: 'so' };

function caseWith(steps: Case['steps'], ...rulings: Ruling[]): Case {
  return { ...caseDraft({ steps, rulings, closedAt: 1 }), number: 1 };
}

function ruling(kind: RulingKind, steps: Ruling['steps'] = [], endedAt: number | null = 9): Ruling {
  return { kind, by: { id: '1', name: 'moderator' }, at: 5, reason: null, steps, endedAt };
}

describe('what stands of a case', () => {
  it('is what was done and can be taken back, in the order to take it back', () => {
    const record = caseWith([
      { effect: { kind: 'addRole', roleId: ROLE }, outcome: done() },
      { effect: { kind: 'timeout' }, outcome: done({ until: 7 }) },
      { effect: { kind: 'ban' }, outcome: done() },
    ]);
    expect(standingOf(record).reversals).toEqual([
      { kind: 'unban' },
      { kind: 'liftTimeout', until: 7 },
      { kind: 'takeRole', roleId: ROLE },
    ]);
  });

  it('leaves out what was so before, what was refused and what was only watched', () => {
    const record = caseWith([
      { effect: { kind: 'addRole', roleId: ROLE }, outcome: done({ detail: 'had it' }) },
      { effect: { kind: 'timeout' }, outcome: done({ detail: 'silent already' }) },
      { effect: { kind: 'ban' }, outcome: refused },
      { effect: { kind: 'kick' }, outcome: { status: 'shadowed', at: 1 } },
    ]);
    expect(standingOf(record)).toMatchObject({ reversals: [], lasting: [], isBanned: false });
  });

  it('is not what was taken back, but what was done again after that', () => {
    const given = { effect: { kind: 'timeout' as const }, outcome: done({ until: 7 }) };
    const lift = ruling('undo', [{ deed: { kind: 'liftTimeout', until: 7 }, outcome: done() }]);
    const again = ruling('timeout', [{ deed: { kind: 'timeout' }, outcome: done({ until: 8 }) }]);
    expect(standingOf(caseWith([given], lift)).reversals).toEqual([]);
    expect(standingOf(caseWith([given], lift, again)).reversals).toEqual([
      { kind: 'liftTimeout', until: 8 },
    ]);
  });

  it('is still there when taking it back was refused', () => {
    const given = { effect: { kind: 'ban' as const }, outcome: done() };
    const tried = ruling('undo', [{ deed: { kind: 'unban' }, outcome: refused }]);
    expect(standingOf(caseWith([given], tried)).reversals).toEqual([{ kind: 'unban' }]);
  });

  it('names what nobody can take back', () => {
    const record = caseWith([
      { effect: { kind: 'delete' }, outcome: done({ detail: 'gone already' }) },
      { effect: { kind: 'notice' }, outcome: done() },
      { effect: { kind: 'kick' }, outcome: done() },
    ]);
    expect(standingOf(record)).toMatchObject({
      lasting: ['delete', 'notice', 'kick'],
      isDeleted: true,
    });
  });
});

describe('a ruling', () => {
  it('waits for one that has not ended', () => {
    const record = caseWith([], ruling('delete', [], null));
    expect(isUnfinished(record)).toBe(true);
    for (const kind of ['undo', 'done', 'ban'] as const) {
      expect(hindranceOf(record, kind, NOW)).toMatchObject({ kind: 'busy' });
    }
  });

  it('waits for the bot to be through, though not for its alert', () => {
    const open = caseWith([{ effect: { kind: 'delete' }, outcome: null }]);
    expect(hindranceOf(open, 'done', NOW)).toEqual({ kind: 'not carried out' });
    const alerting = caseWith([{ effect: { kind: 'alert' }, outcome: null }]);
    expect(hindranceOf(alerting, 'done', NOW)).toBeNull();
  });

  it('is made once: by whom, where a moderator did it, and nobody where the bot did', () => {
    const gone = caseWith([{ effect: { kind: 'delete' }, outcome: done() }]);
    expect(hindranceOf(gone, 'delete', NOW)).toEqual({ kind: 'already', ruling: null });
    const settled = ruling('done');
    expect(hindranceOf(caseWith([], settled), 'done', NOW)).toEqual({
      kind: 'already',
      ruling: settled,
    });
  });

  it('was made by who made it, not by who only tried', () => {
    const tried = ruling('ban', [{ deed: { kind: 'ban' }, outcome: refused }]);
    const banned = { effect: { kind: 'ban' as const }, outcome: done() };
    expect(hindranceOf(caseWith([banned], tried), 'timeout', NOW)).toEqual({
      kind: 'already',
      ruling: null,
    });
  });

  it('can be tried again where Discord refused it', () => {
    const tried = ruling('ban', [{ deed: { kind: 'ban' }, outcome: refused }]);
    expect(hindranceOf(caseWith([], tried), 'ban', NOW)).toBeNull();
  });

  it('cannot time out who is banned', () => {
    const record = caseWith([{ effect: { kind: 'ban' }, outcome: done() }]);
    expect(hindranceOf(record, 'timeout', NOW)).toMatchObject({ kind: 'already' });
  });

  it('times out again when the timeout is over, not before', () => {
    const given = { effect: { kind: 'timeout' as const }, outcome: done({ until: NOW }) };
    expect(hindranceOf(caseWith([given]), 'timeout', NOW - 1)).toMatchObject({ kind: 'already' });
    expect(hindranceOf(caseWith([given]), 'timeout', NOW)).toBeNull();
  });

  it('calls only a verdict a false positive', () => {
    const record = { ...caseWith([]), judgement: { kind: 'unchecked' as const, reason: 'x' } };
    expect(hindranceOf(record, 'pardon', NOW)).toEqual({ kind: 'not judged' });
    expect(hindranceOf(caseWith([]), 'pardon', NOW)).toBeNull();
    expect(hindranceOf(caseWith([]), 'unpardon', NOW)).toEqual({ kind: 'not pardoned' });
    const pardoned = caseWith([], ruling('pardon'));
    expect(hindranceOf(pardoned, 'pardon', NOW)).toMatchObject({ kind: 'already' });
    expect(
      hindranceOf(caseWith([], ruling('pardon'), ruling('unpardon')), 'pardon', NOW),
    ).toBeNull();
  });

  it('undoes nothing where nothing was done, and says what lasts', () => {
    const record = caseWith([{ effect: { kind: 'kick' }, outcome: done() }]);
    expect(hindranceOf(record, 'undo', NOW)).toEqual({
      kind: 'nothing to undo',
      lasting: ['kick'],
    });
  });

  it('times out for as long as the server’s timeouts last', () => {
    expect(deedsFor(caseWith([]), 'timeout', 600)).toEqual([{ kind: 'timeout', seconds: 600 }]);
  });
});
