import { expect, it } from 'vitest';
import { explainServiceFailure } from '../../commands/explain.ts';
import {
  CircuitOpenError,
  ClosedError,
  ConnectionError,
  InvalidRequestError,
  InvalidResponseError,
  JobFailedError,
  RefusedError,
  StatusError,
  TimeoutError,
} from '../../src/client/errors.ts';

function status(code: number, more: { retryAfterMs?: number; serviceMessage?: string } = {}) {
  const { retryAfterMs = null, serviceMessage = null } = more;
  return new StatusError('GET /x', { status: code, retryAfterMs, serviceMessage });
}

it.each([
  [new TimeoutError('GET /x', 1000), /did not answer in time/],
  [new ConnectionError('GET /x', new Error('no')), /cannot be reached/],
  [new ClosedError('GET /x'), /cannot be reached/],
  [new CircuitOpenError('GET /x', 12_345), /Try again in 13 seconds/],
  [status(401), /MODERATION_API_KEY/],
  [status(403), /MODERATION_API_KEY/],
  [status(404), /does not know/],
  [status(429, { retryAfterMs: 90_000 }), /Try again in 1 minute 30 seconds/],
  [status(429), /Try again in a minute/],
  [status(502), /has trouble \(status 502\)/],
  [status(422), /refused this \(status 422\)/],
  [status(422, { serviceMessage: 'No *such* job' }), /refused this: No \\\*such\\\* job$/],
  [new RefusedError('GET /x', '@everyone'), /refused this: \\@everyone$/],
  [new JobFailedError('7'), /could not finish/],
  [new InvalidResponseError('GET /x', { status: 200, problem: 'no' }), /cannot be read/],
  [new InvalidRequestError('GET /x', 'too long'), /cannot be asked/],
])('explains %s in a sentence, with the service’s own words defused', (error, sentence) => {
  expect(explainServiceFailure(error)).toMatch(sentence);
});

it('leaves every other failure to others', () => {
  expect(explainServiceFailure(new TypeError('x'))).toBeNull();
});
