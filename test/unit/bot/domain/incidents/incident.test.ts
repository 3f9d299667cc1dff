import { expect, it } from 'vitest';
import type { Case } from '../../../../../src/bot/domain/case.ts';
import type { Effect, Outcome } from '../../../../../src/bot/domain/effects.ts';
import { joined } from '../../../../../src/bot/domain/incidents/incident.ts';
import { caseDraft } from '../../../../helpers/cases.ts';

const AT = 1_750_000_001_000;
const DONE: Outcome = { status: 'done', at: AT - 500 };
const caseWith = (
  ...steps: [Effect['kind'] & ('delete' | 'notice' | 'kick' | 'alert'), Outcome?][]
) =>
  ({
    ...caseDraft({
      steps: steps.map(([kind, outcome]) => ({ effect: { kind }, outcome: outcome ?? null })),
    }),
    number: 8,
  }) satisfies Case;
const join = (record: Case, timesOut = false): Case =>
  joined(record, { incident: 3, similarTo: 5, at: AT, timesOut });
const statuses = ({ steps }: Case) =>
  steps.map(({ effect, outcome }) => `${effect.kind} ${outcome?.status ?? 'open'}`);

it('a case of an incident gets no alert and no notice of its own', () => {
  const record = join(caseWith(['delete'], ['notice'], ['alert']));
  expect(record).toMatchObject({ incident: 3, similarTo: 5, closedAt: null });
  expect(statuses(record)).toEqual(['delete open', 'notice deferred', 'alert deferred']);
  expect(record.steps[2]?.outcome).toMatchObject({
    detail: { key: 'effects:deferred.incident', values: { number: 3 } },
  });
});

it('a case whose only open step is the alert is closed', () => {
  expect(join(caseWith(['alert']))).toMatchObject({ closedAt: AT });
});

it('keeps what was sent before', () => {
  const record = join(caseWith(['delete', DONE], ['notice', DONE], ['alert', DONE]));
  expect(statuses(record)).toEqual(['delete done', 'notice done', 'alert done']);
});

it('times the author out in addition, whatever is done already', () => {
  expect(statuses(join(caseWith(['delete'], ['notice'], ['alert']), true))).toEqual([
    'delete open',
    'notice deferred',
    'alert deferred',
    'timeout open',
  ]);
  const closed = join({ ...caseWith(['alert', DONE]), closedAt: AT - 500 }, true);
  expect(statuses(closed)).toEqual(['alert done', 'timeout open']);
  expect(closed.closedAt).toBeNull();
});

it('does not time out an author who is kicked', () => {
  expect(statuses(join(caseWith(['delete'], ['kick'], ['alert']), true))).toHaveLength(3);
});
