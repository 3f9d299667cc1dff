import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { textModerationRequestSchema } from '../../../../../src/service-api/schemas/text-moderation.ts';
import { isRequest } from '../../../../../src/service/server/routes/text-request.ts';

const body = fc.oneof(
  fc.record({ sample: fc.string(), metadata: fc.jsonValue() }, { requiredKeys: [] }),
  fc.record({
    sample: fc.string({ minLength: 1 }),
    metadata: fc.dictionary(fc.string(), fc.jsonValue()),
  }),
  fc.jsonValue(),
);

it('a request that needs no parsing is one that the schema returns as it is', () => {
  fc.assert(
    fc.property(body, (value) => {
      const parsed: unknown = JSON.parse(JSON.stringify(value));
      fc.pre(isRequest(parsed));
      expect(textModerationRequestSchema.parse(parsed)).toEqual(parsed);
    }),
  );
});

it.each([
  '{"sample":"a","__proto__":{}}',
  '{"sample":"a","metadata":{"__proto__":"x"}}',
  '{"sample":""}',
  '[]',
  'null',
])('leaves %s to the schema', (text) => {
  expect(isRequest(JSON.parse(text))).toBe(false);
});
