import { expect, it } from 'vitest';
import {
  roundToHourMs,
  saysRecordsAreEmpty,
} from '../../../../src/service-api/schemas/statistics.ts';
import {
  formatUtcSecond,
  isoTimeSchema,
  parseIsoTime,
  parseUtcSecond,
} from '../../../../src/service-api/schemas/time.ts';

const NOON_MS = Date.UTC(2025, 1, 28, 12, 0, 0);

it('parses and formats UTC times to the second', () => {
  expect(parseUtcSecond('2025-02-28 12:00:00')).toBe(NOON_MS);
  expect(formatUtcSecond(NOON_MS + 999)).toBe('2025-02-28 12:00:00');
});

it.each([
  '',
  'now',
  '2025-02-28',
  '2025-02-28T12:00:00',
  '2025-02-28T12:00:00Z',
  '2025-02-28 12:00',
  '2025-02-28 12:00:00.000',
  '2025-02-28 12:00:00 ',
  '2025-02-29 12:00:00',
  '2025-02-28 24:00:00',
  '2025-13-01 00:00:00',
  '28.02.2025 12:00:00',
])('rejects %j as a time', (text) => {
  expect(parseUtcSecond(text)).toBeNull();
});

it.each([
  '2025-02-28T12:00:00Z',
  '2025-02-28T12:00:00.000Z',
  '2025-02-28T12:00:00.000000Z',
  '2025-02-28T12:00:00',
  '2025-02-28T13:00:00+01:00',
])('parses the response time %s', (text) => {
  expect(isoTimeSchema.safeParse(text).success).toBe(true);
  expect(parseIsoTime(text)).toBe(NOON_MS);
});

it.each([
  ['20:00', '20:00'],
  ['20:27', '20:00'],
  ['20:29', '20:00'],
  ['21:30', '22:00'],
  ['21:59', '22:00'],
])('rounds %s to %s', (time, rounded) => {
  const at = (text: string) => Date.parse(`2025-02-28T${text}:00Z`);
  expect(roundToHourMs(at(time))).toBe(at(rounded));
});

it.each([
  ['Records are empty. Please try again later.', true],
  ['The records are empty, retry later', true],
  ['empty record set', true],
  ['Try again later.', false],
  ['Your emptiness is on record', false],
])('detects whether %j says that records are empty: %j', (sentence, empty) => {
  expect(saysRecordsAreEmpty(sentence)).toBe(empty);
});
