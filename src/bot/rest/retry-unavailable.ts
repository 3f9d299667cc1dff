import type { RESTOptions } from 'discord.js';
import { sleep, type Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { backoffMs, MAX_BACKOFF_MS } from '../../shared/tasks/backoff.ts';

type MakeRequest = RESTOptions['makeRequest'];

/** The request that discord.js sends before it connects. It does not retry it. */
const GATEWAY = /\/gateway\/bot$/;

/** The timeout of discord.js's own requests. */
const ATTEMPT_MS = 15_000;

/** Asks Discord for its gateway until it has an answer, so that a bot that starts during an outage connects after it. */
export function retryUnavailable(
  makeRequest: MakeRequest,
  { clock, random, logger }: { clock: Clock; random: () => number; logger: Logger },
): MakeRequest {
  return async (url, init) => {
    if (!GATEWAY.test(url)) return makeRequest(url, init);
    for (let attempt = 0; ; attempt += 1) {
      // The signal of discord.js counts from the first attempt, so each attempt gets its own.
      const signal = AbortSignal.timeout(ATTEMPT_MS);
      const response = await makeRequest(url, { ...init, signal });
      if (response.status < 500) return response;
      const delayMs = backoffMs(attempt, MAX_BACKOFF_MS, random);
      logger.warn({ status: response.status, delayMs }, 'Discord is not available, trying again');
      // Frees the connection.
      await response.text();
      await sleep(clock, delayMs);
    }
  };
}
