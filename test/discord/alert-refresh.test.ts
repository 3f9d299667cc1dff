import { expect, it } from 'vitest';
import { caseButtons, hitButtons } from '../../src/discord/alert-buttons.ts';
import { withRulings } from '../../src/discord/alert-refresh.ts';
import type { Case, Ruling } from '../../src/moderation/case.ts';
import { caseDraft } from '../helpers/cases.ts';

function ruling(changes: Partial<Ruling> = {}): Ruling {
  return {
    kind: 'done',
    by: { id: '100000000000000005', name: 'moderator' },
    at: 1_000,
    reason: null,
    steps: [],
    endedAt: 2_000,
    ...changes,
  };
}
function caseWith(changes: Partial<Case>): Case {
  return { ...caseDraft({ steps: [], closedAt: 1 }), number: 12, ...changes };
}
const labels = (rows: ReturnType<typeof caseButtons>): (string | undefined)[][] =>
  rows.map(({ components }) => components.map(({ label }) => label));

it('a field with what moderators did is added once, whatever else stands there', () => {
  const embed = { title: 'x', fields: [{ name: 'Where', value: 'here' }] };
  const once = withRulings(embed, caseWith({ rulings: [ruling()] }));
  const twice = withRulings(once, caseWith({ rulings: [ruling(), ruling({ kind: 'undo' })] }));
  expect(twice.fields?.map(({ name }) => name)).toEqual(['Where', 'By the moderators']);
  expect(twice.fields?.[1]?.value).toMatch(/Settled.*\n.*Undone/);
});

it('of many rulings the latest ones are shown whole', () => {
  const rulings = Array.from({ length: 60 }, (_, index) =>
    ruling({ reason: `reason ${index} ${'x'.repeat(100)}` }),
  );
  const value = withRulings({}, caseWith({ rulings })).fields?.[0]?.value ?? '';
  expect(value.length).toBeLessThanOrEqual(1024);
  expect(value).toContain('… and more before that');
  expect(value).toContain('reason 59');
  expect(value).not.toContain('reason 1 ');
});

it('a ruling longer than the field is shown as far as it goes', () => {
  const deed = { kind: 'unban' as const };
  const outcome = {
    status: 'refused' as const,
    at: 1,
    code: 50_013,
    reason: 'r'.repeat(250),
    mend: 'm'.repeat(250),
  };
  const long = ruling({
    kind: 'undo',
    reason: 'x'.repeat(250),
    steps: Array.from({ length: 3 }, () => ({ deed, outcome })),
  });
  const value = withRulings({}, caseWith({ rulings: [ruling(), long] })).fields?.[0]?.value ?? '';
  expect(value.length).toBeLessThanOrEqual(1024);
  expect(value).toContain('Tried to undo');
  expect(value).toContain('… and more before that');
});

it('a ruling that is being carried out is not told as done', () => {
  const open = ruling({
    kind: 'ban',
    endedAt: null,
    steps: [{ deed: { kind: 'ban' }, outcome: null }],
  });
  expect(withRulings({}, caseWith({ rulings: [open] })).fields?.[0]?.value).toContain('⏳ Banning');
});

it('an alert that is full gives up the quoted text', () => {
  const fields = Array.from({ length: 5 }, () => ({ name: 'n', value: 'v'.repeat(900) }));
  const embed = { title: 'x', description: 'd'.repeat(1_300), fields };
  const shown = withRulings(embed, caseWith({ rulings: [ruling()] }));
  expect(shown.description).toBe('');
  expect(shown.fields?.at(-1)?.value).toContain('Settled');
});

it('six buttons stand in two rows', () => {
  const record = caseWith({
    steps: [
      {
        effect: { kind: 'addRole', roleId: '100000000000000009' },
        outcome: { status: 'done', at: 1 },
      },
    ],
  });
  expect(labels(caseButtons(record))).toEqual([
    ['Undo', 'False positive', 'Delete', 'Timeout', 'Ban…'],
    ['Done'],
  ]);
});

it('a timeout can be given again some day, so its button stays', () => {
  const outcome = { status: 'done' as const, at: 1, until: 4_000_000_000_000 };
  const record = caseWith({ steps: [{ effect: { kind: 'timeout' }, outcome }] });
  expect(labels(caseButtons(record)).flat()).toContain('Timeout');
});

it('nothing can be pressed while a ruling is carried out', () => {
  const [row] = caseButtons(caseWith({ rulings: [ruling({ kind: 'delete', endedAt: null })] }));
  expect(row?.components.every(({ disabled }) => disabled === true)).toBe(true);
});

it('a text that could not be checked is no false positive', () => {
  const record = caseWith({ judgement: { kind: 'unchecked', reason: 'x' } });
  expect(labels(caseButtons(record))).toEqual([['Delete', 'Timeout', 'Ban…', 'Done']]);
});

it('custom ids name the case or the event, within Discord’s hundred characters', () => {
  const ids = (rows: ReturnType<typeof caseButtons>) =>
    rows.flatMap(({ components }) => components.map(({ custom_id: id }) => id));
  expect(ids(caseButtons(caseWith({})))).toEqual([
    'case:12:pardon',
    'case:12:delete',
    'case:12:timeout',
    'ban:case:12',
    'case:12:done',
  ]);
  const eventId = 'e'.repeat(64);
  for (const id of ids(hitButtons(eventId))) expect(id.length).toBeLessThanOrEqual(100);
});
