import { describe, expect, it } from 'vitest';
import { readDuration, suggestDurations } from '../../../../commands/shared/duration-input.ts';
import { duration } from '../../../../src/bot/rendering/format.ts';
import { UserError } from '../../../../src/shared/errors.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';

const t = translator('en');

it.each([
  ['90s', 90],
  ['10m', 600],
  ['10 minutes', 600],
  ['1h 30m', 5_400],
  ['1 hour and 30 minutes', 5_400],
  ['2 Days', 172_800],
  ['1w', 604_800],
  ['2hrs 5 min', 7_500],
])('reads "%s" as %i seconds', (input, seconds) => {
  expect(readDuration(input, t)).toBe(seconds);
});

it.each([
  '',
  'soon',
  '10',
  'm',
  '0m',
  '1h!',
  '-5m',
  '5 months',
  '2 hats',
  '5 fortnights of rain 3',
])('does not guess at "%s"', (input) => {
  expect(() => readDuration(input, t)).toThrow(UserError);
});

describe('suggestDurations', () => {
  const MAX = 28 * 24 * 60 * 60;
  const german = translator('de');
  const names = (input: string, t = german): string[] =>
    suggestDurations(input, t, MAX).map(({ name }) => name);

  it('offers what Discord offers, in the language of the person', () => {
    expect(names('')).toEqual([
      '1 Minute',
      '5 Minuten',
      '10 Minuten',
      '1 Stunde',
      '1 Tag',
      '7 Tage',
    ]);
  });

  it('completes a number, and a number with the beginning of a unit in their language', () => {
    expect(names('2')).toEqual(['2 Minuten', '2 Stunden', '2 Tage']);
    expect(names('2 T')).toEqual(['2 Tage']);
  });

  it('gives values that are read again', () => {
    for (const input of ['', '3', '1h 30m', '2 days']) {
      for (const { name, value } of suggestDurations(input, german, MAX)) {
        expect(duration('de', readDuration(value, german))).toBe(name);
      }
    }
  });

  it('offers nothing that is too long or no length of time', () => {
    expect(names('29 days')).toEqual([]);
    expect(names('soon')).toEqual([]);
  });
});
