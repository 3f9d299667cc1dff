import { expect, it } from 'vitest';
import {
  readActionOutcomes,
  readAuditLog,
  readCompiled,
  readPatchOutcomes,
} from '../../../../src/service-api/client/outcomes.ts';

it('reads the outcomes of an action and of settings', () => {
  const outcome = { target: '1', value: '2', status: 'refused', reason: 'No.', fix: 'Move it.' };
  expect(readActionOutcomes({ success: true, data: { outcomes: [outcome] } })).toEqual([outcome]);
  const patch = { key: 'a', target: '1', status: 'stored' };
  expect(readPatchOutcomes({ data: { patches: [patch] } })).toEqual([patch]);
});

it.each([undefined, null, 'ok', [], {}, { data: null }, { data: { outcomes: 7, patches: [{}] } }])(
  'finds no outcomes in the response %j',
  (answer) => {
    expect(readActionOutcomes(answer)).toEqual([]);
    expect(readPatchOutcomes(answer)).toEqual([]);
  },
);

it('reads the known fields of audit log entries', () => {
  const entry = { type: 'action.ban', time: 5, target: '1', status: 'done' };
  expect(readAuditLog([entry, 7, { odd: true, time: 'soon' }])).toEqual([
    entry,
    { type: '?', time: null, target: undefined, odd: true },
  ]);
});

it('reads counts if present', () => {
  const moderation = { total: 6, passed: 3, flagged: 2, deleted: 1 };
  const compiled = { moderation, actions: { done: 2 }, omittedEvents: 4 };
  expect(readCompiled({ compiled })).toEqual(compiled);
  const none = { moderation: null, actions: {}, omittedEvents: 0 };
  for (const odd of [undefined, 7, [], {}, { moderation: 'many', actions: [1] }]) {
    expect(readCompiled({ compiled: odd })).toMatchObject(none);
  }
});
