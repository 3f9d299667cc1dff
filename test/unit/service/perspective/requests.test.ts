import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { engine } from '../../../helpers/engine.ts';
import { createAnalyzer } from '../../../../src/service/perspective/analyze.ts';
import { GoogleError } from '../../../../src/service/perspective/google-error.ts';
import {
  analyzeRequestSchema,
  parseGoogleRequest,
  suggestRequestSchema,
} from '../../../../src/service/perspective/requests.ts';

const analyze = createAnalyzer({
  engine,
  detectLanguage: () => ({ code: 'en', name: 'English', confidence: 1 }),
});

function answer(body: unknown): unknown {
  return analyze(parseGoogleRequest(analyzeRequestSchema, body));
}

/** The answer, or the error if it is one of Google's; throws any other. */
function answerOrRefusal(body: unknown): unknown {
  try {
    return answer(body);
  } catch (error) {
    if (error instanceof GoogleError) return error;
    throw error;
  }
}

/** Bodies that are nearly right: some fields as they should be, others anything. */
const anyField = fc.option(fc.anything(), { nil: undefined });
const body = fc.record(
  {
    comment: fc.oneof(fc.record({ text: fc.string({ unit: 'binary' }) }), anyField),
    requestedAttributes: fc.oneof(
      fc.constant({ TOXICITY: {}, THREAT: { scoreThreshold: 0.5 } }),
      fc.dictionary(fc.string(), fc.anything()),
    ),
    languages: fc.oneof(fc.constant(['en']), fc.array(fc.string()), anyField),
    spanAnnotations: fc.oneof(fc.boolean(), anyField),
    context: anyField,
    clientToken: fc.oneof(fc.string(), anyField),
  },
  { requiredKeys: [] },
);

it('answers whatever it is sent, or refuses it in Google’s format', () => {
  fc.assert(
    fc.property(fc.oneof(body, fc.anything()), (request) => {
      expect(answerOrRefusal(request)).toSatisfy(
        (result) => result instanceof GoogleError || 'languages' in Object(result),
      );
    }),
  );
});

it('gives spans inside the text, in order and without overlaps, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      fc.pre(text.trim() !== '');
      const request = { comment: { text }, requestedAttributes: { TOXICITY: {} } };
      const answered = Object(answer({ ...request, languages: ['en'], spanAnnotations: true }));
      let last = 0;
      for (const { begin, end } of answered.attributeScores.TOXICITY.spanScores) {
        expect(begin).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(begin);
        expect(end).toBeLessThanOrEqual(text.length);
        last = end;
      }
    }),
  );
});

const many = <T>(value: T): T[] => Array.from({ length: 600_000 }, () => value);
const named = <T>(value: T): Record<string, T> =>
  Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`a_${at}`, value]));

it.each([
  ['languages', analyzeRequestSchema, { languages: many(1) }],
  ['context.entries', analyzeRequestSchema, { context: { entries: many(1) } }],
  ['requestedAttributes', analyzeRequestSchema, { requestedAttributes: named(1) }],
  ['attributeScores', suggestRequestSchema, { attributeScores: named(1) }],
  [
    'attributeScores.A.spanScores',
    suggestRequestSchema,
    { attributeScores: { A: { spanScores: many(1) } } },
  ],
])('looks at no element of endless %s', (field, schema, body) => {
  expect(() => parseGoogleRequest(schema, body)).toThrow(`Invalid value at '${field}'.`);
});

it('names one of endless unknown fields', () => {
  expect(() => parseGoogleRequest(analyzeRequestSchema, { comment: named(1) })).toThrow(
    `Unknown name "a_0" at 'comment'`,
  );
});
