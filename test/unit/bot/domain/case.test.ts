import { expect, it } from 'vitest';
import { withOutcome, type Case } from '../../../../src/bot/domain/case.ts';
import { caseDraft } from '../../../helpers/cases.ts';

const record: Case = { ...caseDraft(), number: 1 };
const done = { status: 'done', at: 1 } as const;

it('a case stays open until its last step has an outcome', () => {
  const half = withOutcome(record, { index: 0, outcome: done, alert: null, at: 5 });
  expect(half.steps.map(({ outcome }) => outcome)).toEqual([done, null]);
  expect(half.closedAt).toBeNull();
  const alert = { channelId: '1', messageId: '2' };
  const complete = withOutcome(half, { index: 1, outcome: done, alert, at: 6 });
  expect(complete).toMatchObject({ alert, closedAt: 6 });
});

it('does not change the case in place', () => {
  withOutcome(record, { index: 0, outcome: done, alert: null, at: 5 });
  expect(record.steps[0]?.outcome).toBeNull();
});
