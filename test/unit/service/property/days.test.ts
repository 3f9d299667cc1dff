import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import {
  createCurrentDay,
  dayOf,
  isPropertyId,
  oldestDay,
  parseTag,
  spanOf,
  tagOf,
} from '../../../../src/service/property/days.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('a day', () => {
  it('is the UTC date of its times', () => {
    const { fromMs, toMs } = spanOf('2025-05-10');
    expect(fromMs).toBe(Date.UTC(2025, 4, 10));
    expect(toMs).toBe(Date.UTC(2025, 4, 11));
    expect([fromMs - 1, fromMs, toMs - 1, toMs].map(dayOf)).toEqual([
      '2025-05-09',
      '2025-05-10',
      '2025-05-10',
      '2025-05-11',
    ]);
  });

  it('has data until 90 days after it began', () => {
    const startMs = Date.UTC(2025, 4, 10);
    expect(oldestDay(startMs + 90 * DAY_MS - 1)).toBe('2025-05-10');
    expect(oldestDay(startMs + 90 * DAY_MS)).toBe('2025-05-11');
  });
});

describe('a tag', () => {
  it('names a property and a day', () => {
    const nowMs = Date.UTC(2025, 4, 11);
    expect(tagOf('p1', '2025-05-10', nowMs)).toBe('p1::2025-05-10');
    expect(parseTag('p1::2025-05-10', nowMs)).toEqual({ propertyId: 'p1', day: '2025-05-10' });
    expect(parseTag('p1::2024-02-29', Date.UTC(2024, 2, 1))).toEqual({
      propertyId: 'p1',
      day: '2024-02-29',
    });
  });

  it('of an older day names the day it was issued, and is valid for 30 days from then', () => {
    const issuedMs = Date.UTC(2025, 5, 20);
    const tag = tagOf('p1', '2025-05-10', issuedMs);
    expect(tag).toBe('p1::2025-05-10@2025-06-20');
    const parsed = { propertyId: 'p1', day: '2025-05-10' };
    expect(parseTag(tag, issuedMs)).toEqual(parsed);
    expect(parseTag(tag, issuedMs + 30 * DAY_MS - 1)).toEqual(parsed);
    expect(parseTag(tag, issuedMs + 30 * DAY_MS)).toBeNull();
  });

  it('cannot be issued before its day or in the future', () => {
    const nowMs = Date.UTC(2025, 5, 20);
    expect(parseTag('p1::2025-06-10@2025-06-09', nowMs)).toBeNull();
    expect(parseTag('p1::2025-06-10@2025-06-21', nowMs)).toBeNull();
  });

  it.each([
    'p1',
    'p1::',
    'p1::2025-05-10x',
    'p1::x2025-05-10',
    'p1::2025-5-10',
    'p1::2025-02-29',
    'p1::2025-13-01',
    'p1::2025-00-10',
    'p1::+02025-05-10',
  ])('is not valid as %j', (tag) => {
    expect(parseTag(tag, Date.UTC(2025, 4, 10))).toBeNull();
  });
});

describe('a property id', () => {
  it.each(['a', '1234567890', 'my-server_1', 'x'.repeat(100)])('may be %j', (id) => {
    expect(isPropertyId(id)).toBe(true);
  });

  it.each(['', ' ', 'a b', ' a', 'a ', 'a\tb', 'a\nb', ':', 'a:b', 'a:', ':a', 'x'.repeat(101)])(
    'must not be %j',
    (id) => {
      expect(isPropertyId(id)).toBe(false);
    },
  );
});

it('knows the present day, also after midnight and when the clock was set back', () => {
  const clock = createFakeClock(Date.UTC(2025, 4, 1, 23, 59, 59, 999));
  const currentDay = createCurrentDay(clock);
  expect(currentDay()).toBe('2025-05-01');
  clock.advance(1);
  expect(currentDay()).toBe('2025-05-02');
  clock.advance(-1);
  expect(currentDay()).toBe('2025-05-01');
});
