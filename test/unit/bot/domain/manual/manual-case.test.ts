import { describe, expect, it } from 'vitest';
import { conflictOf } from '../../../../../src/bot/domain/actions/moderator-action-kinds.ts';
import { isHandled } from '../../../../../src/bot/domain/actions/moderator-actions.ts';
import {
  caseSchema,
  openActionOf,
  type Case,
  type ModeratorAction,
} from '../../../../../src/bot/domain/case.ts';
import { factsOf } from '../../../../../src/bot/domain/figures/case-figures.ts';
import type { Outcome } from '../../../../../src/bot/domain/effects.ts';
import { countsAsStrike } from '../../../../../src/bot/domain/escalation.ts';
import { manualDraft, type ManualOrder } from '../../../../../src/bot/domain/manual/manual-case.ts';
import { acceptanceOf, isAgainstAuthor } from '../../../../../src/bot/domain/reviews/appeals.ts';
import { memberAuthor } from '../../../../helpers/cases.ts';

const common = {
  guildId: '1',
  interactionId: '2',
  by: { id: '3', name: 'mod' },
  reason: 'spam',
  member: memberAuthor('4'),
};
const orders = {
  warn: { ...common, kind: 'warn' },
  timeout: { ...common, kind: 'timeout', seconds: 60 },
  kick: { ...common, kind: 'kick' },
  ban: { ...common, kind: 'ban', deleteMessageSeconds: 3600 },
  purge: { ...common, kind: 'purge', channelId: '5', messageIds: ['6', '7'] },
  unban: { ...common, kind: 'unban' },
  untimeout: { ...common, kind: 'untimeout', until: 9 },
} as const satisfies Record<string, ManualOrder>;
type Kind = keyof typeof orders;
const KINDS: readonly Kind[] = ['warn', 'timeout', 'kick', 'ban', 'purge', 'unban', 'untimeout'];

const done: Outcome = { status: 'done', at: 2, until: 60_002 };
const refused: Outcome = {
  status: 'refused',
  at: 2,
  code: 50013,
  reason: { key: 'x' },
  fix: { key: 'x' },
};

function recordOf(kind: Kind, outcome: Outcome | null = done, undone = false): Case {
  const draft = manualDraft(orders[kind], { isNoticeEnabled: true, now: 1 });
  const { by } = common;
  const undo: ModeratorAction = {
    kind: 'undo',
    by,
    at: 3,
    reason: null,
    steps: [],
    endedAt: 3,
  };
  return {
    ...draft,
    number: 1,
    steps: draft.steps.map(({ effect }) => ({ effect, outcome })),
    moderatorActions: undone ? [undo] : [],
  };
}

const stepsOf = (kind: Kind, isNoticeEnabled: boolean) =>
  manualDraft(orders[kind], { isNoticeEnabled, now: 1 }).steps.map(({ effect }) => effect.kind);

describe('the case of a command', () => {
  it.each<[Kind, string[], string[]]>([
    ['warn', ['notice', 'alert'], ['notice', 'alert']],
    ['timeout', ['timeout', 'notice', 'alert'], ['timeout', 'alert']],
    ['kick', ['notice', 'kick', 'alert'], ['kick', 'alert']],
    ['ban', ['notice', 'ban', 'alert'], ['ban', 'alert']],
    ['purge', ['delete', 'alert'], ['delete', 'alert']],
    ['unban', ['unban', 'alert'], ['unban', 'alert']],
    ['untimeout', ['liftTimeout', 'alert'], ['liftTimeout', 'alert']],
  ])('/%s tells the member in time: %j, without notices %j', (kind, withNotices, without) => {
    expect(stepsOf(kind, true)).toEqual(withNotices);
    expect(stepsOf(kind, false)).toEqual(without);
  });

  it.each(KINDS)('/%s is stored and read again as it was', (kind) => {
    const record = recordOf(kind, null);
    expect(caseSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
    expect(openActionOf(record)).not.toBeNull();
  });

  it.each(KINDS)('/%s is handled: a moderator has decided', (kind) => {
    expect(isHandled([recordOf(kind)])).toBe(true);
    expect(factsOf(recordOf(kind)).handled).toEqual({ byId: '3', kind });
  });
});

describe('what counts against the member', () => {
  const against: readonly Kind[] = ['warn', 'timeout', 'kick', 'ban'];

  it.each(KINDS)('/%s: a strike, until it is withdrawn', (kind) => {
    expect(countsAsStrike(recordOf(kind))).toBe(against.includes(kind));
    expect(countsAsStrike(recordOf(kind, done, true))).toBe(false);
  });

  it.each(against)('/%s can be withdrawn once, whatever Discord can undo', (kind) => {
    expect(conflictOf(recordOf(kind), 'undo', 5)).toBeNull();
    expect(conflictOf(recordOf(kind, refused, true), 'undo', 5)?.kind).toBe('already');
  });

  it.each(['purge', 'unban', 'untimeout'] as const)('/%s cannot be undone', (kind) => {
    expect(conflictOf(recordOf(kind), 'undo', 5)?.kind).toBe('nothing to undo');
  });

  it.each(KINDS)('/%s: an accepted appeal takes it back as far as possible', (kind) => {
    expect(acceptanceOf(recordOf(kind), { allowsText: true })).toBe('withdraw');
    expect(isAgainstAuthor(recordOf(kind))).toBe(kind !== 'unban' && kind !== 'untimeout');
  });

  it('a warning stands even if the direct message was refused', () => {
    expect(factsOf(recordOf('warn', refused))).toMatchObject({ result: 'warned', stands: true });
    expect(factsOf(recordOf('warn', refused, true)).stands).toBe(false);
  });

  it.each(['unban', 'untimeout'] as const)('/%s is not in the member’s history', (kind) => {
    expect(factsOf(recordOf(kind)).stands).toBe(false);
  });
});
