import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMessage } from '../../../../../src/bot/gateway/messages/snapshot.ts';
import { runs } from '../../../../helpers/vitest/property-runs.ts';

const MESSAGE = {
  id: '100000000000000001',
  channel_id: '100000000000000002',
  guild_id: '100000000000000003',
  author: { id: '100000000000000004', username: 'alice', global_name: null },
  member: { roles: ['100000000000000005'], nick: 'Al', joined_at: '2026-01-01T00:00:00.000Z' },
  type: 0,
  content: 'hello',
  webhook_id: '100000000000000006',
};

/** Each field as it should be, missing, or anything. */
const fieldsOf = (
  fields: Readonly<Record<string, unknown>>,
  others: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
) => {
  const known = Object.entries(fields).map(([name, value]): [string, fc.Arbitrary<unknown>] => [
    name,
    fc.oneof({ weight: 19, arbitrary: fc.constant(value) }, fc.jsonValue()),
  ]);
  const model = { ...Object.fromEntries(known), ...others };
  return fc.record<Record<string, unknown>>(model, { requiredKeys: [] });
};

const payloads = fieldsOf(MESSAGE, {
  author: fieldsOf(MESSAGE.author),
  member: fc.oneof(fieldsOf(MESSAGE.member), fc.jsonValue()),
});

function read(payload: object): unknown {
  try {
    return readMessage(payload);
  } catch (error) {
    return String(error);
  }
}

it('reads a message the same whether or not a part of it has to be repaired', () => {
  fc.assert(
    fc.property(payloads, (payload) => {
      const repaired = read({ ...payload, application_id: 'malformed' });
      const expected =
        typeof repaired === 'string'
          ? repaired
          : { ...Object(repaired), application_id: undefined };
      expect(read(payload)).toEqual(expected);
    }),
    { numRuns: runs(2_000) },
  );
});

it('copies no message that is as Discord documents it', () => {
  expect(readMessage(MESSAGE)).toBe(MESSAGE);
});
