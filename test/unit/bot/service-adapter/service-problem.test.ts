import { expect, it } from 'vitest';
import { serviceProblem } from '../../../../src/bot/service-adapter/service-problem.ts';
import {
  CircuitOpenError,
  ClosedError,
  ConnectionError,
  InvalidResponseError,
  ServiceRefusedError,
  StatusError,
  TimeoutError,
} from '../../../../src/service-api/client/errors.ts';
import { inEnglish } from '../../../../src/bot/locales/message.ts';

const TARGET = 'POST /text/moderation';

function status(code: number, serviceMessage: string | null = null): StatusError {
  return new StatusError(TARGET, { status: code, retryAfterMs: null, serviceMessage });
}

it.each<[string, unknown]>([
  ['does not answer in time', new TimeoutError(TARGET, 1000)],
  ['is unreachable', new ConnectionError(TARGET, new Error('x'))],
  ['is unreachable', new ClosedError('moderate')],
  ['is unreachable', new Error('something else')],
  ['requests to it are paused', new CircuitOpenError(TARGET, 1000)],
  ['check MODERATION_API_KEY', status(401)],
  ['check MODERATION_API_KEY', status(403)],
  ['check MODERATION_URL', status(404)],
  ['too many requests', status(429)],
  ['fails (status 503)', status(503)],
  ["rejects the bot's requests (status 402)", status(402)],
  ["rejects the bot's requests: Quota used up.", status(402, 'Quota used up.')],
  ["rejects the bot's requests: Quota used up.", new ServiceRefusedError(TARGET, 'Quota used up.')],
  ['returns invalid responses', new InvalidResponseError(TARGET, { status: 200, problem: 'x' })],
])('“%s” explains the error', (text, error) => {
  expect(inEnglish(serviceProblem(error))).toContain(text);
});

it('cuts a long answer of the service', () => {
  const problem = serviceProblem(new ServiceRefusedError(TARGET, 'x'.repeat(5000)));
  expect(problem.values).toEqual({ reason: 'x'.repeat(300) });
});
