import { describe, expect, it } from 'vitest';
import { readTime, suggestTimes } from '../../../../commands/shared/time-input.ts';
import { UserError } from '../../../../src/shared/errors.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';

/** The day after the clocks went forward in Berlin, 13:00 there. */
const NOW = Date.parse('2026-03-30T11:00:00Z');
const english = { t: translator('en'), mention: (command: string) => `</${command}:1>` };
const berlin = { ...english, timeZone: 'Europe/Berlin', nowMs: NOW };

function read(input: string, context = berlin): string {
  return new Date(readTime(input, context)).toISOString();
}

describe('readTime', () => {
  it.each([
    ['now', '2026-03-30T11:00:00.000Z'],
    ['2 hours ago', '2026-03-30T09:00:00.000Z'],
    ['24 hours ago', '2026-03-29T11:00:00.000Z'],
    // Across the change to summer time: the same local time.
    ['2 days ago', '2026-03-28T12:00:00.000Z'],
    ['a week ago', '2026-03-23T12:00:00.000Z'],
    ['today', '2026-03-29T22:00:00.000Z'],
    ['yesterday', '2026-03-28T23:00:00.000Z'],
    ['monday', '2026-03-29T22:00:00.000Z'],
    ['yesterday 14:00', '2026-03-29T12:00:00.000Z'],
    ['yesterday at 9pm', '2026-03-29T19:00:00.000Z'],
    ['28 March 14:00', '2026-03-28T13:00:00.000Z'],
    ['last monday 9am', '2026-03-23T08:00:00.000Z'],
    ['this morning', '2026-03-30T04:00:00.000Z'],
    ['9:00 UTC', '2026-03-30T09:00:00.000Z'],
    ['2026-03-28', '2026-03-27T23:00:00.000Z'],
    ['2026-03-28 09:30', '2026-03-28T08:30:00.000Z'],
    ['2026-03-28T09:30Z', '2026-03-28T09:30:00.000Z'],
    ['2026-03-28 09:30 +05:30', '2026-03-28T04:00:00.000Z'],
    // A local time that the clock skipped: one hour later.
    ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
    ['<t:1774700000:f>', '2026-03-28T12:13:20.000Z'],
    ['  Yesterday  ', '2026-03-28T23:00:00.000Z'],
  ])('reads “%s” as %s', (input, expected) => {
    expect(read(input)).toBe(expected);
  });

  it('reads an ambiguous local time as the first of the two', () => {
    const context = { ...berlin, nowMs: Date.parse('2026-10-26T10:00:00Z') };
    expect(read('2026-10-25 02:30', context)).toBe('2026-10-25T00:30:00.000Z');
  });

  it.each([
    ['Asia/Tokyo', '2026-03-28T15:00:00.000Z'],
    ['America/New_York', '2026-03-29T04:00:00.000Z'],
  ])("starts yesterday at midnight in the server's time zone, %s", (timeZone, expected) => {
    expect(read('yesterday', { ...berlin, timeZone })).toBe(expected);
  });

  it.each(['tomorrow', 'in 2 hours', '2026-03-31', '13:01'])(
    'rejects “%s” because it is in the future',
    (input) => {
      expect(() => readTime(input, berlin)).toThrow(/is in the future/);
      expect(() => readTime(input, berlin)).toThrow(UserError);
    },
  );

  it.each(['', 'soon-ish', 'yesterday or so', '2026-13-45', '9am to 10am', 'x'.repeat(5000)])(
    'rejects “%s” with examples',
    (input) => {
      expect(() => readTime(input, berlin)).toThrow(
        /cannot read that time\. Write it like .*<\/moderation timezone:1>/,
      );
    },
  );
});

describe('suggestTimes', () => {
  it('suggests examples while the input is empty', () => {
    expect(suggestTimes('', berlin)).toContainEqual({
      name: expect.stringMatching(/^yesterday 14:00 → Sun.* 29.* 2026.* 14:00 \(Europe\/Berlin\)$/),
      value: 'yesterday 14:00',
    });
  });

  it('suggests the input as understood, then completions', () => {
    expect(suggestTimes('yesterday', berlin).map(({ value }) => value)).toEqual([
      'yesterday',
      'yesterday 14:00',
    ]);
  });

  it('suggests nothing for input that would be rejected', () => {
    expect(suggestTimes('tomorrow', berlin)).toEqual([]);
  });

  it('writes times in the language of the reader', () => {
    const [suggestion] = suggestTimes('yesterday', { ...berlin, t: translator('fr') });
    expect(suggestion?.name).toMatch(/^yesterday → dim\..*mars 2026/);
  });
});
