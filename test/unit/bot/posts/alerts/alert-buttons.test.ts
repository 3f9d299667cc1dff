import { ButtonStyle } from 'discord.js';
import { expect, it } from 'vitest';
import { alertButtons, hitButtons } from '../../../../../src/bot/posts/alerts/alert-buttons.ts';
import type { Case, ModeratorAction } from '../../../../../src/bot/domain/case.ts';
import type { Effect } from '../../../../../src/bot/domain/effects.ts';
import { caseDraft } from '../../../../helpers/cases.ts';
import { english } from '../../../../helpers/renderer.ts';

function acted(kind: ModeratorAction['kind'], endedAt: number | null = 2): ModeratorAction {
  return { kind, by: { id: '5', name: 'm' }, at: 1, reason: null, steps: [], endedAt };
}
function caseWith(number: number, effects: Effect[], changes: Partial<Case> = {}): Case {
  const steps = effects.map((effect) => ({ effect, outcome: { status: 'done', at: 1 } as const }));
  return { ...caseDraft({ steps, closedAt: 1 }), number, ...changes };
}
const buttons = (first: Case, ...others: Case[]) =>
  alertButtons(english.t, [first, ...others]).map(({ components }) => components);
const labels = (...records: [Case, ...Case[]]) =>
  buttons(...records).map((row) => row.map((button) => ('label' in button ? button.label : '')));

const ROLE: Effect = { kind: 'addRole', roleId: '100000000000000009' };
const unchecked: Partial<Case> = { judgement: { kind: 'unchecked', reason: { key: 'x' } } };

it.each<[string, Case, string[][]]>([
  [
    'a deletion: one row',
    caseWith(1, [{ kind: 'delete' }]),
    [['Timeout', 'Ban…', 'False alarm', 'Handled', 'Details']],
  ],
  [
    'everything: Undo first',
    caseWith(1, [ROLE]),
    [
      ['Undo', 'Delete', 'Timeout', 'Ban…', 'False alarm'],
      ['Handled', 'Details'],
    ],
  ],
  [
    'a text that was not checked: no false alarm',
    caseWith(1, [], unchecked),
    [['Delete', 'Timeout', 'Ban…', 'Handled', 'Details']],
  ],
  [
    'a webhook: nothing about a member',
    caseWith(1, [{ kind: 'delete' }], { author: { ...caseDraft().author, kind: 'webhook' } }),
    [['False alarm', 'Handled', 'Details']],
  ],
  [
    'a handled case: what is still possible',
    caseWith(1, [{ kind: 'delete' }], { moderatorActions: [acted('done'), acted('allow')] }),
    [['Timeout', 'Ban…', 'Details']],
  ],
])('offers for %s', (_name, record, expected) => {
  expect(labels(record)).toEqual(expected);
});

it('keeps the timeout, because a timeout ends', () => {
  const outcome = { status: 'done', at: 1, until: 4_000_000_000_000 } as const;
  const steps = [{ effect: { kind: 'timeout' }, outcome }] as const;
  expect(labels(caseWith(1, [], { steps: [...steps] })).flat()).toContain('Timeout');
});

it('only Ban is red', () => {
  const red = buttons(caseWith(1, [ROLE]))
    .flat()
    .filter(({ style }) => style === ButtonStyle.Danger);
  expect(red.map(({ custom_id: id }) => id)).toEqual(['ban:case:1']);
});

it('while an action is pending, only the details can be pressed', () => {
  const pending = caseWith(2, [], { moderatorActions: [acted('delete', null)] });
  const enabled = buttons(caseWith(1, []), pending)
    .flat()
    .filter(({ disabled }) => disabled !== true);
  expect(enabled.map(({ custom_id: id }) => id)).toEqual(['details:1']);
});

it('of several cases, offers the actions possible for any, and those on the author possible for the newest', () => {
  const deleted = caseWith(1, [{ kind: 'delete' }]);
  const stands = caseWith(2, [], { moderatorActions: [acted('done')] });
  expect(labels(deleted, stands)).toEqual([
    ['Delete', 'Timeout', 'Ban…', 'False alarm', 'Handled'],
    ['Details'],
  ]);
  const banned = caseWith(1, [{ kind: 'ban' }]);
  expect(labels(banned, stands).flat()).toEqual([
    'Undo',
    'Delete',
    'False alarm',
    'Handled',
    'Details',
  ]);
});

it('names the oldest case in custom ids', () => {
  const ids = buttons(caseWith(12, []), caseWith(13, [])).flat();
  expect(ids.map(({ custom_id: id }) => id)).toEqual([
    'case:12:delete',
    'case:12:timeout',
    'ban:case:12',
    'case:12:allow',
    'case:12:done',
    'details:12',
  ]);
});

it('a keyword alert names its event', () => {
  const [row] = hitButtons(english.t, 'e1');
  expect(row?.components.map(({ custom_id: id }) => id)).toEqual([
    'hit:e1:delete',
    'hit:e1:timeout',
    'ban:hit:e1',
    'hit:e1:done',
  ]);
});
