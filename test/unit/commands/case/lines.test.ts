import { describe, expect, it } from 'vitest';
import { caseLine, outcomesOf } from '../../../../commands/case/lines.ts';
import { pageOfCases } from '../../../../commands/case/pages.ts';
import type {
  Case,
  ModeratorAction,
  ModeratorActionKind,
} from '../../../../src/bot/domain/case.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';
import type { Effect, Outcome } from '../../../../src/bot/domain/effects.ts';
import { caseDraft, refused } from '../../../helpers/cases.ts';
import { createMemoryStores } from '../../../helpers/fakes/memory-stores.ts';

const t = translator('en');
const done: Outcome = { status: 'done', at: 1, until: 9 };

function caseWith(steps: [Effect['kind'] & ('delete' | 'ban' | 'notice'), Outcome][]): Case {
  const made = steps.map(([kind, outcome]) => ({ effect: { kind }, outcome }));
  return { ...caseDraft({ steps: made, closedAt: 1 }), number: 1 };
}

function moderatorAction(
  kind: ModeratorActionKind,
  changes: Partial<ModeratorAction> = {},
): ModeratorAction {
  const by = { id: '5', name: 'moderator' };
  return { kind, by, at: 1, reason: null, steps: [], endedAt: 2, ...changes };
}

const unban = (outcome: Outcome) =>
  moderatorAction('undo', { steps: [{ action: { kind: 'unban' }, outcome }] });

describe('a line about a case', () => {
  it('shows what Discord refused, except direct messages', () => {
    const line = caseLine(
      caseWith([
        ['delete', done],
        ['notice', refused],
        ['ban', refused],
      ]),
      t,
    );
    expect(line).toContain('Message deleted · ⛔ could not ban the author');
    expect(line).not.toContain('direct message');
  });

  it('distinguishes completed, failed and pending moderator actions', () => {
    const record = caseWith([]);
    const steps = [{ action: { kind: 'ban' as const }, outcome: refused }];
    const moderatorActions = [
      moderatorAction('ban', { steps }),
      moderatorAction('timeout', { endedAt: null }),
    ];
    const line = caseLine({ ...record, moderatorActions }, t);
    expect(line).toContain('⚠️ Tried to ban (<@5>) · ⏳ Timing out (<@5>)');
  });
});

describe('the outcomes of a case', () => {
  it.each<[string, Case, string[]]>([
    ['Discord let the bot do nothing', caseWith([['delete', refused]]), ['refused']],
    ['there was only an alert', caseWith([]), ['alertOnly']],
    [
      'an undoing was refused',
      { ...caseWith([['ban', done]]), moderatorActions: [unban(refused)] },
      ['banned'],
    ],
    [
      'it was undone',
      { ...caseWith([['ban', done]]), moderatorActions: [unban(done)] },
      ['banned', 'undone'],
    ],
    [
      'a allow was taken back',
      {
        ...caseWith([['delete', done]]),
        moderatorActions: [moderatorAction('allow'), moderatorAction('disallow')],
      },
      ['deleted'],
    ],
  ])('where %s', (_name, record, outcomes) => {
    expect(outcomesOf(record)).toEqual(outcomes);
  });
});

it('a list of undone cases leaves out refused undos and revoked false positives', async () => {
  const { cases } = createMemoryStores();
  const all = [
    [unban(done)],
    [unban(refused)],
    [moderatorAction('allow')],
    [moderatorAction('allow'), moderatorAction('disallow')],
  ];
  for (const moderatorActions of all) await cases.open(caseDraft({ moderatorActions }), 'text', 30);
  const range = { authorId: null, which: 'undone', below: null } as const;
  const { records } = await pageOfCases(
    { guildId: caseDraft().guildId, canSee: () => Promise.resolve(true) },
    range,
    { cases },
  );
  expect(records.map(({ number }) => number)).toEqual([3, 1]);
});

it('a list goes on behind a record that cannot be read', async () => {
  const { cases } = createMemoryStores();
  for (let number = 1; number <= 60; number += 1) {
    const channelId = number <= 3 ? 'seen' : 'hidden';
    await cases.open(caseDraft({ channelId }), 'text', 30);
  }
  const readable: Pick<typeof cases, 'list'> = {
    list: async (guildId, query) =>
      (await cases.list(guildId, query)).filter(({ number }) => number !== 40),
  };
  const { records } = await pageOfCases(
    { guildId: caseDraft().guildId, canSee: async ({ channelId }) => channelId === 'seen' },
    { authorId: null, which: null, below: null },
    { cases: { ...cases, ...readable } },
  );
  expect(records.map(({ number }) => number)).toEqual([3, 2, 1]);
});
