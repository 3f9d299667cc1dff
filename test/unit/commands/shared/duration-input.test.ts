import { expect, it } from 'vitest';
import { readDuration } from '../../../../commands/shared/duration-input.ts';
import { UserError } from '../../../../src/lib/errors.ts';
import { translator } from '../../../../src/locales/translate.ts';

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
