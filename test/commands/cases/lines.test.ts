import { describe, expect, it } from 'vitest';
import { caseLine, outcomesOf } from '../../../commands/cases/lines.ts';
import { pageOfCases } from '../../../commands/cases/pages.ts';
import type { Case, Ruling, RulingKind } from '../../../src/moderation/case.ts';
import type { Effect, Outcome } from '../../../src/moderation/effects.ts';
import { caseDraft } from '../../helpers/cases.ts';
import { createMemoryStores } from '../../helpers/memory-stores.ts';

const done: Outcome = { status: 'done', at: 1, until: 9 };
const refused: Outcome = { status: 'refused', at: 1, code: 50_013, reason: 'no', mend: 'so' };

function caseWith(steps: [Effect['kind'] & ('delete' | 'ban' | 'notice'), Outcome][]): Case {
  const made = steps.map(([kind, outcome]) => ({ effect: { kind }, outcome }));
  return { ...caseDraft({ steps: made, closedAt: 1 }), number: 1 };
}

function ruling(kind: RulingKind, changes: Partial<Ruling> = {}): Ruling {
  const by = { id: '5', name: 'moderator' };
  return { kind, by, at: 1, reason: null, steps: [], endedAt: 2, ...changes };
}

const unban = (outcome: Outcome) =>
  ruling('undo', { steps: [{ deed: { kind: 'unban' }, outcome }] });

describe('a line about a case', () => {
  it('says what Discord refused, though not that a direct message did not get through', () => {
    const line = caseLine(
      caseWith([
        ['delete', done],
        ['notice', refused],
        ['ban', refused],
      ]),
    );
    expect(line).toContain('Message deleted · ⛔ could not ban the author');
    expect(line).not.toContain('direct message');
  });

  it('tells what a moderator did from what they tried and from what is under way', () => {
    const record = caseWith([]);
    const steps = [{ deed: { kind: 'ban' as const }, outcome: refused }];
    const rulings = [ruling('ban', { steps }), ruling('timeout', { endedAt: null })];
    const line = caseLine({ ...record, rulings });
    expect(line).toContain('⚠️ Tried to ban (<@5>) · ⏳ Timing out (<@5>)');
  });
});

describe('what came of a case', () => {
  it.each<[string, Case, string[]]>([
    ['Discord let the bot do nothing', caseWith([['delete', refused]]), ['refused']],
    ['there was only an alert', caseWith([]), ['lookedAt']],
    [
      'an undoing was refused',
      { ...caseWith([['ban', done]]), rulings: [unban(refused)] },
      ['banned'],
    ],
    [
      'it was undone',
      { ...caseWith([['ban', done]]), rulings: [unban(done)] },
      ['banned', 'undone'],
    ],
    [
      'a pardon was taken back',
      { ...caseWith([['delete', done]]), rulings: [ruling('pardon'), ruling('unpardon')] },
      ['deleted'],
    ],
  ])('where %s', (_name, record, outcomes) => {
    expect(outcomesOf(record)).toEqual(outcomes);
  });
});

it('a list of undone cases has none whose undoing was refused or whose pardon was taken back', async () => {
  const { cases } = createMemoryStores();
  const all = [
    [unban(done)],
    [unban(refused)],
    [ruling('pardon')],
    [ruling('pardon'), ruling('unpardon')],
  ];
  for (const rulings of all) await cases.open(caseDraft({ rulings }), 'text', 30);
  const range = { authorId: null, which: 'undone', below: null } as const;
  const { records } = await pageOfCases({ cases }, caseDraft().guildId, range);
  expect(records.map(({ number }) => number)).toEqual([3, 1]);
});
