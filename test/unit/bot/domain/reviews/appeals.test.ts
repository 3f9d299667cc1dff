import { describe, expect, it } from 'vitest';
import type { Case, ModeratorAction } from '../../../../../src/bot/domain/case.ts';
import type { Effect, Outcome } from '../../../../../src/bot/domain/effects.ts';
import {
  acceptanceOf,
  appealStateOf,
  isUnbanned,
  takenBackBy,
} from '../../../../../src/bot/domain/reviews/appeals.ts';
import {
  parseSubject,
  subjectText,
  type Appeal,
} from '../../../../../src/bot/domain/reviews/review.ts';
import { caseDraft, memberAuthor } from '../../../../helpers/cases.ts';

const AUTHOR = memberAuthor('100000000000000004');
const done: Outcome = { status: 'done', at: 1 };
const timedOut: Outcome = { status: 'done', at: 1, until: 5 };

function caseWith(steps: [Effect, Outcome | null][], changes: Partial<Case> = {}): Case {
  return {
    ...caseDraft({ steps: steps.map(([effect, outcome]) => ({ effect, outcome })) }),
    author: AUTHOR,
    number: 7,
    ...changes,
  };
}

function action(
  kind: ModeratorAction['kind'],
  steps: ModeratorAction['steps'] = [],
): ModeratorAction {
  return { kind, by: { id: '5', name: 'mod' }, at: 2, reason: null, steps, endedAt: 3 };
}

const lifted = action('undo', [{ action: { kind: 'liftTimeout', until: 5 }, outcome: done }]);
const appeal: Appeal = {
  kind: 'appeal',
  guildId: '1',
  caseNumber: 7,
  member: AUTHOR,
  openedAt: 1,
  post: null,
  isCounted: false,
  decision: null,
  answer: null,
  answerTries: 0,
};

describe('a member can appeal', () => {
  const kindOf = (record: Case | null, userId = AUTHOR.id): string =>
    appealStateOf(record, null, userId).kind;

  it.each<[string, Case]>([
    ['a deletion', caseWith([[{ kind: 'delete' }, done]])],
    ['a warning', caseWith([[{ kind: 'notice' }, done]])],
    [
      'a warning that could not be delivered',
      caseWith([
        [
          { kind: 'notice' },
          { status: 'refused', at: 1, code: 50007, reason: { key: 'a' }, fix: { key: 'b' } },
        ],
      ]),
    ],
    [
      'what a moderator did',
      caseWith([], {
        moderatorActions: [action('timeout', [{ action: { kind: 'timeout' }, outcome: timedOut }])],
      }),
    ],
  ])('against %s', (_name, record) => {
    expect(kindOf(record)).toBe('possible');
  });

  it.each<[string, Case | null, string, string]>([
    ['of another member', caseWith([[{ kind: 'delete' }, done]]), '9', 'unknown case'],
    ['that does not exist', null, AUTHOR.id, 'unknown case'],
    ['that only alerted', caseWith([[{ kind: 'alert' }, done]]), AUTHOR.id, 'nothing to appeal'],
    [
      'of a bot that only watches',
      caseWith([[{ kind: 'delete' }, { status: 'watched', at: 1 }]], { mode: 'watch' }),
      AUTHOR.id,
      'nothing to appeal',
    ],
    ['that still runs', caseWith([[{ kind: 'delete' }, null]]), AUTHOR.id, 'still processing'],
    [
      'that a moderator took back',
      caseWith([[{ kind: 'timeout' }, timedOut]], { moderatorActions: [lifted] }),
      AUTHOR.id,
      'taken back',
    ],
  ])('not against a case %s', (_name, record, userId, kind) => {
    expect(kindOf(record, userId)).toBe(kind);
  });

  it('once', () => {
    const record = caseWith([[{ kind: 'delete' }, done]]);
    expect(appealStateOf(record, appeal, AUTHOR.id)).toEqual({ kind: 'appealed', appeal });
  });
});

describe('an accepted appeal', () => {
  const taking = (record: Case, allowsText = false) => acceptanceOf(record, { allowsText });

  it('takes back the case, and leaves its text forbidden', () => {
    expect(taking(caseWith([[{ kind: 'delete' }, done]]))).toBe('withdraw');
  });

  it('allows the text of a case with a verdict if the moderator chose that', () => {
    expect(taking(caseWith([[{ kind: 'delete' }, done]]), true)).toBe('allow');
  });

  it('takes back a case without a verdict, which has no text to allow', () => {
    const judgement = { kind: 'moderator', occasion: { key: 'a' } } as const;
    expect(taking(caseWith([[{ kind: 'timeout' }, timedOut]], { judgement }), true)).toBe(
      'withdraw',
    );
  });

  it('does nothing to a case that is taken back already', () => {
    const record = caseWith([[{ kind: 'delete' }, done]], {
      moderatorActions: [action('withdraw')],
    });
    expect(taking(record)).toBeNull();
    expect(takenBackBy(record)?.kind).toBe('withdraw');
  });

  it('still undoes a ban that followed after the text was allowed', () => {
    const record = caseWith([[{ kind: 'delete' }, done]], {
      moderatorActions: [
        action('allow'),
        action('ban', [{ action: { kind: 'ban' }, outcome: done }]),
      ],
    });
    expect(taking(record)).toBe('withdraw');
    expect(takenBackBy(record)).toBeNull();
  });
});

describe('the answer says that a ban is lifted', () => {
  const banned = (outcome: Outcome, ...more: ModeratorAction[]): Case =>
    caseWith([[{ kind: 'ban' }, done]], {
      moderatorActions: [action('undo', [{ action: { kind: 'unban' }, outcome }]), ...more],
    });
  const refused: Outcome = {
    status: 'refused',
    at: 1,
    code: null,
    reason: { key: 'a' },
    fix: { key: 'b' },
  };

  it.each<[string, Case, boolean]>([
    ['once Discord has lifted it', banned(done), true],
    ['but not if Discord refused', banned(refused), false],
    ['but not if another ban stands', banned({ ...done, detail: { key: 'other' } }), false],
    [
      'but not after the next ban',
      banned(done, action('ban', [{ action: { kind: 'ban' }, outcome: done }])),
      false,
    ],
    ['but not without a ban', caseWith([[{ kind: 'timeout' }, timedOut]]), false],
  ])('%s', (_name, record, expected) => {
    expect(isUnbanned(record)).toBe(expected);
  });
});

it('a subject is read back from its text, and nothing else is', () => {
  const appealed = { kind: 'appeal', caseNumber: 12 } as const;
  const reported = { kind: 'report', messageId: '100000000000000002' } as const;
  for (const subject of [appealed, reported]) {
    expect(parseSubject(subjectText(subject).split(':'))).toEqual(subject);
  }
  for (const text of ['appeal:0', 'appeal:1e3', 'appeal:-1', 'report:12', 'report', 'other:1']) {
    expect(parseSubject(text.split(':'))).toBeNull();
  }
});
