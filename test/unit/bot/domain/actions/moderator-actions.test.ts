import { describe, expect, it } from 'vitest';
import type {
  Case,
  ModeratorAction,
  ModeratorActionKind,
} from '../../../../../src/bot/domain/case.ts';
import type { Outcome } from '../../../../../src/bot/domain/effects.ts';
import {
  actionsFor,
  conflictOf,
} from '../../../../../src/bot/domain/actions/moderator-action-kinds.ts';
import {
  isHandled,
  isUnfinished,
} from '../../../../../src/bot/domain/actions/moderator-actions.ts';
import { activeEffectsOf } from '../../../../../src/bot/domain/actions/active-effects.ts';
import { caseDraft, refused } from '../../../../helpers/cases.ts';

const NOW = 1_000;
const ROLE = '100000000000000009';
const done = ({ detail, ...more }: { detail?: string; until?: number } = {}): Outcome => {
  return {
    status: 'done',
    at: 1,
    ...more,
    ...(detail === undefined ? {} : { detail: { key: detail } }),
  };
};

function caseWith(steps: Case['steps'], ...moderatorActions: ModeratorAction[]): Case {
  return { ...caseDraft({ steps, moderatorActions, closedAt: 1 }), number: 1 };
}

function moderatorAction(
  kind: ModeratorActionKind,
  steps: ModeratorAction['steps'] = [],
  endedAt: number | null = 9,
): ModeratorAction {
  return { kind, by: { id: '1', name: 'moderator' }, at: 5, reason: null, steps, endedAt };
}

describe('the active effects of a case', () => {
  it('have reversals in the order to run them', () => {
    const record = caseWith([
      { effect: { kind: 'addRole', roleId: ROLE }, outcome: done() },
      { effect: { kind: 'timeout' }, outcome: done({ until: 7 }) },
      { effect: { kind: 'ban' }, outcome: done() },
    ]);
    expect(activeEffectsOf(record).reversals).toEqual([
      { kind: 'unban' },
      { kind: 'liftTimeout', until: 7 },
      { kind: 'takeRole', roleId: ROLE },
    ]);
  });

  it('leave out effects that were there before, refused, or only watched', () => {
    const record = caseWith([
      { effect: { kind: 'addRole', roleId: ROLE }, outcome: done({ detail: 'had it' }) },
      { effect: { kind: 'timeout' }, outcome: done({ detail: 'silent already' }) },
      { effect: { kind: 'ban' }, outcome: refused },
      { effect: { kind: 'kick' }, outcome: { status: 'watched', at: 1 } },
    ]);
    expect(activeEffectsOf(record)).toMatchObject({
      reversals: [],
      irreversible: [],
      isBanned: false,
    });
  });

  it('leave out undone effects, unless they were done again', () => {
    const given = { effect: { kind: 'timeout' as const }, outcome: done({ until: 7 }) };
    const lift = moderatorAction('undo', [
      { action: { kind: 'liftTimeout', until: 7 }, outcome: done() },
    ]);
    const again = moderatorAction('timeout', [
      { action: { kind: 'timeout' }, outcome: done({ until: 8 }) },
    ]);
    expect(activeEffectsOf(caseWith([given], lift)).reversals).toEqual([]);
    expect(activeEffectsOf(caseWith([given], lift, again)).reversals).toEqual([
      { kind: 'liftTimeout', until: 8 },
    ]);
  });

  it('stay active when the undo was refused', () => {
    const given = { effect: { kind: 'ban' as const }, outcome: done() };
    const tried = moderatorAction('undo', [{ action: { kind: 'unban' }, outcome: refused }]);
    expect(activeEffectsOf(caseWith([given], tried)).reversals).toEqual([{ kind: 'unban' }]);
  });

  it('name what is irreversible', () => {
    const record = caseWith([
      { effect: { kind: 'delete' }, outcome: done({ detail: 'gone already' }) },
      { effect: { kind: 'notice' }, outcome: done() },
      { effect: { kind: 'kick' }, outcome: done() },
    ]);
    expect(activeEffectsOf(record)).toMatchObject({
      irreversible: ['delete', 'notice', 'kick'],
      isDeleted: true,
    });
  });
});

describe('a moderator action', () => {
  it('conflicts with one that has not ended', () => {
    const record = caseWith([], moderatorAction('delete', [], null));
    expect(isUnfinished(record)).toBe(true);
    for (const kind of ['undo', 'done', 'ban'] as const) {
      expect(conflictOf(record, kind, NOW)).toMatchObject({ kind: 'busy' });
    }
  });

  it('conflicts with open effects of the bot, but not with its alert', () => {
    const open = caseWith([{ effect: { kind: 'delete' }, outcome: null }]);
    expect(conflictOf(open, 'done', NOW)).toEqual({ kind: 'still processing' });
    const alerting = caseWith([{ effect: { kind: 'alert' }, outcome: null }]);
    expect(conflictOf(alerting, 'done', NOW)).toBeNull();
  });

  it('is done once, and names the moderator unless the bot did it', () => {
    const gone = caseWith([{ effect: { kind: 'delete' }, outcome: done() }]);
    expect(conflictOf(gone, 'delete', NOW)).toEqual({ kind: 'already', moderatorAction: null });
    const settled = moderatorAction('done');
    expect(conflictOf(caseWith([], settled), 'done', NOW)).toEqual({
      kind: 'already',
      moderatorAction: settled,
    });
  });

  it('names nobody whose action Discord refused', () => {
    const tried = moderatorAction('ban', [{ action: { kind: 'ban' }, outcome: refused }]);
    const banned = { effect: { kind: 'ban' as const }, outcome: done() };
    expect(conflictOf(caseWith([banned], tried), 'timeout', NOW)).toEqual({
      kind: 'already',
      moderatorAction: null,
    });
  });

  it('can be repeated after Discord refused it', () => {
    const tried = moderatorAction('ban', [{ action: { kind: 'ban' }, outcome: refused }]);
    expect(conflictOf(caseWith([], tried), 'ban', NOW)).toBeNull();
  });

  it('cannot time out a banned author', () => {
    const record = caseWith([{ effect: { kind: 'ban' }, outcome: done() }]);
    expect(conflictOf(record, 'timeout', NOW)).toMatchObject({ kind: 'already' });
  });

  it('times out again only after the timeout has ended', () => {
    const given = { effect: { kind: 'timeout' as const }, outcome: done({ until: NOW }) };
    expect(conflictOf(caseWith([given]), 'timeout', NOW - 1)).toMatchObject({ kind: 'already' });
    expect(conflictOf(caseWith([given]), 'timeout', NOW)).toBeNull();
  });

  it('marks only a verdict as a false positive', () => {
    const record = {
      ...caseWith([]),
      judgement: { kind: 'unchecked' as const, reason: { key: 'x' } },
    };
    expect(conflictOf(record, 'allow', NOW)).toEqual({ kind: 'no verdict' });
    expect(conflictOf(caseWith([]), 'allow', NOW)).toBeNull();
    expect(conflictOf(caseWith([]), 'disallow', NOW)).toEqual({ kind: 'text not allowed' });
    const allowed = caseWith([], moderatorAction('allow'));
    expect(conflictOf(allowed, 'allow', NOW)).toMatchObject({ kind: 'already' });
    expect(
      conflictOf(caseWith([], moderatorAction('allow'), moderatorAction('disallow')), 'allow', NOW),
    ).toBeNull();
  });

  it('has nothing to undo when everything is irreversible', () => {
    const record = caseWith([{ effect: { kind: 'kick' }, outcome: done() }]);
    expect(conflictOf(record, 'undo', NOW)).toEqual({
      kind: 'nothing to undo',
      irreversible: ['kick'],
    });
  });

  it('times out for the server’s timeout length', () => {
    const actions = actionsFor('timeout', { reversals: [], timeoutSeconds: 600 });
    expect(actions).toEqual([{ kind: 'timeout', seconds: 600 }]);
  });
});

describe('an alert is handled', () => {
  const acted = (
    kind: ModeratorActionKind,
    changes: Partial<ModeratorAction> = {},
  ): ModeratorAction => ({
    kind,
    by: { id: '5', name: 'm' },
    at: 1,
    reason: null,
    steps: [],
    endedAt: 2,
    ...changes,
  });
  const withActions = (...moderatorActions: ModeratorAction[]) => ({ moderatorActions });
  const refused = {
    action: { kind: 'ban' },
    outcome: { status: 'refused', at: 1, code: 1, reason: { key: 'x' }, fix: { key: 'x' } },
  } as const;

  it.each<[string, boolean, ReturnType<typeof withActions>[]]>([
    ['without an action', false, [withActions()]],
    ['when every case is', true, [withActions(acted('undo')), withActions(acted('done'))]],
    ['but not when an older case is not', false, [withActions(), withActions(acted('done'))]],
    [
      'when one was undone, because others had nothing to undo',
      true,
      [withActions(acted('undo')), withActions()],
    ],
    [
      'when the author was banned on the newest case',
      true,
      [withActions(), withActions(acted('ban'))],
    ],
    [
      'but not when they were banned on an older one',
      false,
      [withActions(acted('ban')), withActions()],
    ],
    ['but not while the action runs', false, [withActions(acted('ban', { endedAt: null }))]],
    [
      'but not by an action that Discord refused',
      false,
      [withActions(acted('ban', { steps: [refused] }))],
    ],
    [
      'but not by a false alarm that was taken back',
      false,
      [withActions(acted('allow'), acted('disallow'))],
    ],
  ])('%s: %s', (_name, expected, cases) => {
    const { judgement } = caseDraft();
    expect(isHandled(cases.map((each) => ({ judgement, ...each })))).toBe(expected);
  });
});
