import { expect, it } from 'vitest';
import {
  CircuitOpenError,
  ConnectionError,
  InvalidRequestError,
  InvalidResponseError,
  ServiceRefusedError,
  StatusError,
  TimeoutError,
} from '../../../../../src/service-api/client/errors.ts';
import {
  isRetryable,
  isServiceFailure,
  parseRetryAfterMs,
  retryDelayMs,
} from '../../../../../src/service-api/client/calls/retry.ts';

const NOW_MS = Date.UTC(2025, 5, 1, 12, 0, 0);
const DAY_MS = 86_400_000;

it.each([
  ['0', 0],
  ['7', 7_000],
  [' 120 ', 120_000],
  ['999999999999999999999', DAY_MS],
  ['9'.repeat(400), DAY_MS],
  ['Sun, 01 Jun 2025 12:00:30 GMT', 30_000],
  ['Sunday, 01-Jun-25 12:00:30 GMT', 30_000],
  ['Sun Jun  1 12:00:30 2025', 30_000],
  ['Sun, 01 Jun 2025 11:59:00 GMT', 0],
  ['Sun, 01 Jun 2099 12:00:00 GMT', DAY_MS],
  ['', null],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['2025-06-01T12:00:30Z', null],
  ['Sun, 41 Jun 2025 12:00:30 GMT', null],
  [undefined, null],
  [['1', '2'], null],
])('parses Retry-After %j as %j ms', (header, expected) => {
  expect(parseRetryAfterMs(header, NOW_MS)).toBe(expected);
});

it.each([
  { tries: 1, retryAfterMs: null, random: 0, expected: 100 },
  { tries: 1, retryAfterMs: null, random: 0.999_999, expected: 200 },
  { tries: 2, retryAfterMs: null, random: 0, expected: 200 },
  { tries: 2, retryAfterMs: null, random: 0.5, expected: 300 },
  { tries: 3, retryAfterMs: null, random: 0, expected: 400 },
  { tries: 1, retryAfterMs: 2_000, random: 0, expected: 2_100 },
  { tries: 1, retryAfterMs: 0, random: 0, expected: 100 },
])('waits $expected ms after attempt $tries, Retry-After $retryAfterMs, random $random', (row) => {
  const delayMs = retryDelayMs(row.tries, row.retryAfterMs, {
    backoffMs: 200,
    random: () => row.random,
  });
  expect(delayMs).toBe(row.expected);
});

const status = (code: number) =>
  new StatusError('POST /x', { status: code, retryAfterMs: null, serviceMessage: null });

it.each([
  { error: new TimeoutError('POST /x', 5), retryable: true, serviceFailed: true },
  { error: new ConnectionError('POST /x', null), retryable: true, serviceFailed: true },
  { error: status(500), retryable: true, serviceFailed: true },
  { error: status(599), retryable: true, serviceFailed: true },
  { error: status(429), retryable: true, serviceFailed: false },
  { error: status(499), retryable: false, serviceFailed: false },
  { error: status(302), retryable: false, serviceFailed: false },
  { error: new ServiceRefusedError('POST /x', 'no'), retryable: false, serviceFailed: false },
  {
    error: new InvalidResponseError('POST /x', { status: 200, problem: 'p' }),
    retryable: true,
    serviceFailed: true,
  },
  { error: new InvalidRequestError('POST /x', 'p'), retryable: false, serviceFailed: false },
  { error: new CircuitOpenError('POST /x', 5), retryable: false, serviceFailed: false },
])('$error.message: retryable $retryable, service failure $serviceFailed', (row) => {
  expect(isRetryable(row.error, true)).toBe(row.retryable);
  expect(isServiceFailure(row.error)).toBe(row.serviceFailed);
});
