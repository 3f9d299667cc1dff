import { ButtonStyle } from 'discord.js';
import { expect, it } from 'vitest';
import {
  alertButtons,
  furtherButtons,
  hitButtons,
} from '../../../../../src/bot/posts/alerts/alert-buttons.ts';
import type { Case, ModeratorAction } from '../../../../../src/bot/domain/case.ts';
import type { Effect } from '../../../../../src/bot/domain/effects.ts';
import { caseDraft } from '../../../../helpers/cases.ts';
import { languages } from '../../../../../src/bot/locales/languages.ts';
import { translator } from '../../../../../src/bot/locales/translate.ts';
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
const labelsOf = (rows: ReturnType<typeof alertButtons>) =>
  rows.map((row) => row.components.map((button) => ('label' in button ? button.label : '')));
const labels = (...records: [Case, ...Case[]]) => labelsOf(alertButtons(english.t, records));
const furtherLabels = (...records: [Case, ...Case[]]) =>
  labelsOf(furtherButtons(english.t, records)).flat();

const ROLE: Effect = { kind: 'addRole', roleId: '100000000000000009' };
const unchecked: Partial<Case> = { judgement: { kind: 'unchecked', reason: { key: 'x' } } };

it.each<[string, Case, string[], string[]]>([
  [
    'a deletion',
    caseWith(1, [{ kind: 'delete' }]),
    ['False alarm', 'Handled', 'More…'],
    ['Timeout', 'Ban…'],
  ],
  [
    'everything: Undo first',
    caseWith(1, [ROLE]),
    ['Undo', 'Delete', 'Handled', 'More…'],
    ['Timeout', 'Ban…', 'False alarm'],
  ],
  [
    'a text that was not checked: no false alarm',
    caseWith(1, [], unchecked),
    ['Delete', 'Ban…', 'Handled', 'More…'],
    ['Timeout'],
  ],
  [
    'a webhook: nothing about a member',
    caseWith(1, [{ kind: 'delete' }], { author: { ...caseDraft().author, kind: 'webhook' } }),
    ['False alarm', 'Handled', 'More…'],
    [],
  ],
  [
    'a handled case',
    caseWith(1, [{ kind: 'delete' }], { moderatorActions: [acted('done'), acted('allow')] }),
    ['More…'],
    ['Timeout', 'Ban…'],
  ],
  [
    'a handled case that can be taken back',
    caseWith(1, [ROLE], { moderatorActions: [acted('done')] }),
    ['Undo', 'More…'],
    ['Delete', 'Timeout', 'Ban…', 'False alarm'],
  ],
])('offers for %s in one row, and the rest in the details', (_name, record, shown, further) => {
  expect(labels(record)).toEqual([shown]);
  expect(furtherLabels(record)).toEqual(further);
});

it('keeps the timeout, because a timeout ends', () => {
  const outcome = { status: 'done', at: 1, until: 4_000_000_000_000 } as const;
  const steps = [{ effect: { kind: 'timeout' }, outcome }] as const;
  expect(furtherLabels(caseWith(1, [], { steps: [...steps] }))).toContain('Timeout');
});

it.each(languages)('has one row in %s, with at least two actions on a message', (language) => {
  const [row, ...others] = alertButtons(translator(language), [caseWith(1, [])]);
  expect(others).toEqual([]);
  expect(row?.components.length).toBeGreaterThanOrEqual(3);
});

it('only Ban is red', () => {
  const red = buttons(caseWith(1, []))
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
  expect(labels(deleted, stands)).toEqual([['Delete', 'Ban…', 'Handled', 'More…']]);
  expect(furtherLabels(deleted, stands)).toEqual(['Timeout', 'False alarm']);
  const banned = caseWith(1, [{ kind: 'ban' }]);
  expect(labels(banned, stands)).toEqual([['Undo', 'Delete', 'Handled', 'More…']]);
  expect(furtherLabels(banned, stands)).toEqual(['False alarm']);
});

it('names the oldest case in custom ids', () => {
  const ids = buttons(caseWith(12, []), caseWith(13, [])).flat();
  expect(ids.map(({ custom_id: id }) => id)).toEqual([
    'case:12:delete',
    'ban:case:12',
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
