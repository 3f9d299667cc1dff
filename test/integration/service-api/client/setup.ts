import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, vi } from 'vitest';
import {
  createModerationClient,
  type ClientSettings,
  type ModerationClient,
  type ServicePlace,
} from '../../../../src/service-api/client/client.ts';
import type { FakeClock } from '../../../helpers/fake-clock.ts';
import { sendJson, type Handler, type HttpServer } from '../../../helpers/http-server.ts';
import { portOf } from '../../../helpers/servers/port-of.ts';

export const API_KEY = 'key-of-the-tests';

/** The smallest valid envelope of a moderated sample. */
export const ENVELOPE = {
  api: 'service-lang-text',
  success: true,
  response: {
    engine1: { baseline: 0.1, raceInvocation: 0, politicalLanguage: 0.2 },
    engine2: { raceInvocation: 0, defensive: 0.1, baseline: 'low', aggressive: 0, vulgar: 0.3 },
    suggestedAction: ['pass', 0.98],
    patches: {
      extremistFormattingPatch: false,
      shortVulgarityCommentLeniency: false,
      modelTrainingWordPatch: [false],
      curseWordOverride: false,
      sentimentScore: 0.4,
    },
    insights: { dialectPrediction: ['english', 0.9] },
    metadata: {
      modelTrainingWords: [],
      computeTime: 3,
      times: [1, 2],
      uuid: '5f6c9a1e-2c50-4f55-8a0f-0d7b7d1e9c11',
      warningIssued: false,
      endpoint: 'text',
      alloc: 'a',
      latencyAlert: false,
    },
    operator: {},
  },
  TOS: 'https://service.example/tos',
  version: '1.2.3',
};

export function refusal(response: unknown): object {
  return { api: 'service-lang-text', success: false, response };
}

/** A client whose `random` always returns 0. Closes when the test ends. */
export function startClient(options: ServicePlace & Partial<ClientSettings>): ModerationClient {
  const client = createModerationClient({ random: () => 0, ...options, apiKey: API_KEY });
  onTestFinished(() => client.close());
  return client;
}

type ErrorClass<E extends Error> = abstract new (...args: never[]) => E;

/** The error that a promise rejects with; fails if it is not an instance of the class. */
export async function rejection<E extends Error>(
  promise: Promise<unknown>,
  errorClass: ErrorClass<E>,
): Promise<E> {
  const error: unknown = await promise.then(
    () => expect.fail('it was expected to reject, and resolved'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof errorClass)) throw error;
  return error;
}

/** Answers every request with `value` as JSON. */
export function answering(value: unknown, status = 200): Handler {
  return (response) => sendJson(response, value, { status });
}

/** Each request goes to the next handler; the last handler takes all further requests. */
export function sequence(...handlers: [Handler, ...Handler[]]): Handler {
  return (response, index) =>
    (handlers[Math.min(index, handlers.length - 1)] ?? handlers[0])(response, index);
}

export function until(condition: () => void): Promise<void> {
  return vi.waitFor(condition, { interval: 2, timeout: 5_000 });
}

/** Waits until the only pending timer is one of `delayMs`, then advances the clock by `passMs` (default: `delayMs`). */
export async function pass(clock: FakeClock, delayMs: number, passMs = delayMs): Promise<void> {
  await until(() => expect(clock.pending()).toEqual([delayMs]));
  clock.advance(passMs);
}

/** A received request with its parsed body. */
export function received(server: HttpServer, index = 0) {
  const request = server.requests[index];
  if (request === undefined) return expect.fail(`there is no request ${index}`);
  const { method, url, headers, body } = request;
  return { method, url, headers, body: body === '' ? null : (JSON.parse(body) as unknown) };
}

/** An address where nothing listens. */
export async function unusedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}
