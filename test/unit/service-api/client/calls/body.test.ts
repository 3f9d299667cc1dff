import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeBody } from '../../../../../src/service-api/client/calls/body.ts';
import { InvalidRequestError } from '../../../../../src/service-api/client/errors.ts';

it('writes what JSON.stringify writes, with lone surrogates replaced', () => {
  const bodies = fc.record({
    sample: fc.string({ unit: 'binary', maxLength: 50 }),
    metadata: fc.oneof(
      fc.dictionary(fc.string(), fc.string({ unit: 'binary' })),
      fc.constant({ language: 'a\ud83d' }),
      fc.object(),
    ),
  });
  fc.assert(
    fc.property(bodies, (value) => {
      const { value: sent, text, bytes } = encodeBody('POST /a', value);
      expect(JSON.parse(text)).toEqual(
        JSON.parse(JSON.stringify(value).replaceAll(/\\ud8.{2}/g, '\ufffd')),
      );
      expect(JSON.stringify(sent)).toBe(text);
      expect(bytes).toBeGreaterThanOrEqual(Buffer.byteLength(text));
    }),
  );
});

it('knows the exact size of a large body', () => {
  const { bytes, text } = encodeBody('POST /a', { sample: 'é'.repeat(10_000) });
  expect(bytes).toBe(Buffer.byteLength(text));
});

it('refuses what cannot be written as JSON', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  expect(() => encodeBody('POST /a', circular)).toThrow(InvalidRequestError);
  expect(() => encodeBody('POST /a', { size: 1n })).toThrow(InvalidRequestError);
});
