import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fingerprintOf,
  MAX_SAMPLE_LENGTH,
  metadataOf,
  samplesOf,
  textOf,
} from '../../../../src/bot/domain/sample.ts';
import { snapshot } from '../../../helpers/snapshots.ts';

/** Long texts with characters of one and of two units. */
const longText = fc
  .array(fc.constantFrom('a', 'é', '\n', '😀', '\u{1F1E9}'), { minLength: 1, maxLength: 40 })
  .chain((seed) =>
    fc.integer({ min: 0, max: 3 * MAX_SAMPLE_LENGTH }).map((length) =>
      seed
        .join('')
        .repeat(Math.ceil(length / seed.length))
        .slice(0, length),
    ),
  )
  .map((text) => text.toWellFormed());

describe('textOf', () => {
  it.each([
    ['nothing', [], ''],
    ['one part as it is', ['one'], 'one'],
    ['a line for each part', ['one', 'two', 'three'], 'one\ntwo\nthree'],
  ])('gives %s', (_name, texts, expected) => {
    const parts = texts.map((text) => ({ kind: 'content' as const, text }));
    expect(textOf(snapshot({ parts }))).toBe(expected);
  });
});

describe('samplesOf', () => {
  it.each([1, MAX_SAMPLE_LENGTH - 1, MAX_SAMPLE_LENGTH])(
    'keeps %i units in one sample',
    (length) => {
      expect(samplesOf('x'.repeat(length))).toEqual(['x'.repeat(length)]);
    },
  );

  it('makes no sample longer than the limit', () => {
    fc.assert(
      fc.property(longText, (text) => {
        for (const sample of samplesOf(text)) {
          expect(sample.length).toBeLessThanOrEqual(MAX_SAMPLE_LENGTH);
        }
      }),
    );
  });

  it('never splits a character', () => {
    fc.assert(
      fc.property(longText, (text) => {
        for (const sample of samplesOf(text)) expect(sample).toBe(sample.toWellFormed());
      }),
    );
  });

  it('contains every stretch of 190 units in one sample', () => {
    fc.assert(
      fc.property(longText, fc.nat(3 * MAX_SAMPLE_LENGTH), (text, place) => {
        const start = Math.min(place, Math.max(0, text.length - 190));
        const stretch = text.slice(start, start + 190);
        const whole = samplesOf(text).filter((sample) => sample.includes(stretch));
        expect(whole.length).toBeGreaterThan(0);
      }),
    );
  });

  it('adds no sample that only repeats the one before', () => {
    const samples = samplesOf('x'.repeat(MAX_SAMPLE_LENGTH + 9800));
    expect(samples.map(({ length }) => length)).toEqual([MAX_SAMPLE_LENGTH, MAX_SAMPLE_LENGTH]);
  });
});

describe('fingerprintOf', () => {
  it('is short, stable and different for different texts', () => {
    expect(fingerprintOf('hello')).toBe('LPJNul-wow4m6Dsqxbninh');
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(fingerprintOf(a) === fingerprintOf(b)).toBe(a === b);
      }),
    );
  });
});

it('metadataOf holds ids and no name or text', () => {
  const message = snapshot({ text: 'secret', author: { name: 'alice' } });
  const metadata = metadataOf(message, { language: null });
  expect(Object.keys(metadata)).toEqual(['guildId', 'channelId', 'messageId', 'authorId']);
  for (const value of Object.values(metadata)) expect(value).toMatch(/^\d+$/);
});

it('metadataOf names the language that the server has set, for texts too short to have one', () => {
  expect(metadataOf(snapshot({}), { language: 'de' })).toMatchObject({ language: 'de' });
});
