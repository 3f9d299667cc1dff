import { expect, it } from 'vitest';
import { caseButtons, hitButtons } from '../../../../src/discord/alerts/alert-buttons.ts';
import { withModeratorActions } from '../../../../src/discord/alerts/alert-refresh.ts';
import type { Case, ModeratorAction } from '../../../../src/moderation/case.ts';
import { english } from '../../../helpers/renderer.ts';
import { caseDraft } from '../../../helpers/cases.ts';

function moderatorAction(changes: Partial<ModeratorAction> = {}): ModeratorAction {
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

it('adds one field with the moderator actions and keeps the others', () => {
  const embed = { title: 'x', fields: [{ name: 'Where', value: 'here' }] };
  const once = withModeratorActions(
    english,
    embed,
    caseWith({ moderatorActions: [moderatorAction()] }),
  );
  const twice = withModeratorActions(
    english,
    once,
    caseWith({ moderatorActions: [moderatorAction(), moderatorAction({ kind: 'undo' })] }),
  );
  expect(twice.fields?.map(({ name }) => name)).toEqual(['Where', 'By the moderators']);
  expect(twice.fields?.[1]?.value).toMatch(/Settled.*\n.*Undone/);
});

it('shows the latest of many moderator actions whole', () => {
  const moderatorActions = Array.from({ length: 60 }, (_, index) =>
    moderatorAction({ reason: `reason ${index} ${'x'.repeat(100)}` }),
  );
  const value =
    withModeratorActions(english, {}, caseWith({ moderatorActions })).fields?.[0]?.value ?? '';
  expect(value.length).toBeLessThanOrEqual(1024);
  expect(value).toContain('… and earlier actions');
  expect(value).toContain('reason 59');
  expect(value).not.toContain('reason 1 ');
});

it('cuts a moderator action that is longer than the field', () => {
  const action = { kind: 'unban' as const };
  const outcome = {
    status: 'refused' as const,
    at: 1,
    code: 50_013,
    reason: { key: 'r'.repeat(250) },
    fix: { key: 'm'.repeat(250) },
  };
  const long = moderatorAction({
    kind: 'undo',
    reason: 'x'.repeat(250),
    steps: Array.from({ length: 3 }, () => ({ action, outcome })),
  });
  const value =
    withModeratorActions(english, {}, caseWith({ moderatorActions: [moderatorAction(), long] }))
      .fields?.[0]?.value ?? '';
  expect(value.length).toBeLessThanOrEqual(1024);
  expect(value).toContain('Tried to undo');
  expect(value).toContain('… and earlier actions');
});

it('shows an open moderator action as pending', () => {
  const open = moderatorAction({
    kind: 'ban',
    endedAt: null,
    steps: [{ action: { kind: 'ban' }, outcome: null }],
  });
  expect(
    withModeratorActions(english, {}, caseWith({ moderatorActions: [open] })).fields?.[0]?.value,
  ).toContain('⏳ Banning');
});

it('removes the quoted text from a full alert', () => {
  const fields = Array.from({ length: 5 }, () => ({ name: 'n', value: 'v'.repeat(900) }));
  const embed = { title: 'x', description: 'd'.repeat(1_300), fields };
  const shown = withModeratorActions(
    english,
    embed,
    caseWith({ moderatorActions: [moderatorAction()] }),
  );
  expect(shown.description).toBe('');
  expect(shown.fields?.at(-1)?.value).toContain('Settled');
});

it('puts six buttons into two rows', () => {
  const record = caseWith({
    steps: [
      {
        effect: { kind: 'addRole', roleId: '100000000000000009' },
        outcome: { status: 'done', at: 1 },
      },
    ],
  });
  expect(labels(caseButtons(english.t, record))).toEqual([
    ['Undo', 'False positive', 'Delete', 'Timeout', 'Ban…'],
    ['Done'],
  ]);
});

it('keeps the timeout button, because a timeout ends', () => {
  const outcome = { status: 'done' as const, at: 1, until: 4_000_000_000_000 };
  const record = caseWith({ steps: [{ effect: { kind: 'timeout' }, outcome }] });
  expect(labels(caseButtons(english.t, record)).flat()).toContain('Timeout');
});

it('disables the buttons while a moderator action is open', () => {
  const [row] = caseButtons(
    english.t,
    caseWith({ moderatorActions: [moderatorAction({ kind: 'delete', endedAt: null })] }),
  );
  expect(row?.components.every(({ disabled }) => disabled === true)).toBe(true);
});

it('offers no false positive for a text that was not checked', () => {
  const record = caseWith({ judgement: { kind: 'unchecked', reason: { key: 'x' } } });
  expect(labels(caseButtons(english.t, record))).toEqual([['Delete', 'Timeout', 'Ban…', 'Done']]);
});

it('names the case or the event in custom ids of at most 100 characters', () => {
  const ids = (rows: ReturnType<typeof caseButtons>) =>
    rows.flatMap(({ components }) => components.map(({ custom_id: id }) => id));
  expect(ids(caseButtons(english.t, caseWith({})))).toEqual([
    'case:12:allow',
    'case:12:delete',
    'case:12:timeout',
    'ban:case:12',
    'case:12:done',
  ]);
  const eventId = 'e'.repeat(64);
  for (const id of ids(hitButtons(english.t, eventId))) expect(id.length).toBeLessThanOrEqual(100);
});
