import { expect, it } from 'vitest';
import { explainServiceFailure } from '../../../../commands/explain.ts';
import {
  CircuitOpenError,
  ClosedError,
  ConnectionError,
  InvalidRequestError,
  InvalidResponseError,
  JobFailedError,
  ServiceRefusedError,
  StatusError,
  TimeoutError,
} from '../../../../src/service-api/client/errors.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';

const english = { t: translator('en') };

function status(code: number, more: { retryAfterMs?: number; serviceMessage?: string } = {}) {
  const { retryAfterMs = null, serviceMessage = null } = more;
  return new StatusError('GET /x', { status: code, retryAfterMs, serviceMessage });
}

it.each([
  [new TimeoutError('GET /x', 1000), /did not answer in time/],
  [new ConnectionError('GET /x', new Error('no')), /is unreachable/],
  [new ClosedError('GET /x'), /is unreachable/],
  [new CircuitOpenError('GET /x', 12_345), /paused. Try again in 13 seconds/],
  [status(401), /MODERATION_API_KEY/],
  [status(403), /MODERATION_API_KEY/],
  [status(404), /does not have what was requested/],
  [status(429, { retryAfterMs: 90_000 }), /Try again in 1 minute 30 seconds/],
  [status(429), /Try again in a minute/],
  [status(502), /failed \(status 502\)/],
  [status(422), /rejected this \(status 422\)/],
  [status(422, { serviceMessage: 'No *such* job' }), /rejected this: No \\\*such\\\* job$/],
  [new ServiceRefusedError('GET /x', '@everyone'), /rejected this: \\@everyone$/],
  [new JobFailedError('7'), /could not finish/],
  [new InvalidResponseError('GET /x', { status: 200, problem: 'no' }), /invalid response/],
  [new InvalidRequestError('GET /x', 'too long'), /cannot be sent/],
])('explains %s and sanitizes the service’s reason', (error, sentence) => {
  expect(explainServiceFailure(error, english)).toMatch(sentence);
});

it('returns null for any other failure', () => {
  expect(explainServiceFailure(new TypeError('x'), english)).toBeNull();
});

it('explains in the language of the reader', () => {
  const error = new CircuitOpenError('GET /x', 2000);
  expect(explainServiceFailure(error, { t: translator('de') })).toContain('2 Sekunden');
});
