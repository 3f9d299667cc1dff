import type { RESTOptions } from 'discord.js';
import { sleep, type Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';

type MakeRequest = RESTOptions['makeRequest'];

/** A proxy in front of Discord that restarts answers 401 for a moment. */
const RETRY_AFTER_MS = 1_000;

/**
 * discord.js forgets the bot's token at the first 401, and then sends nothing more. So the request is retried before
 * discord.js sees the first 401; a second one means that Discord has really rejected the token, and `onRejected` ends the
 * bot. Requests without the token, such as answers to interactions, are passed on.
 */
export function retryUnauthorized(
  makeRequest: MakeRequest,
  { clock, logger, onRejected }: { clock: Clock; logger: Logger; onRejected: () => void },
): MakeRequest {
  return async (url, init) => {
    const response = await makeRequest(url, init);
    const isAuthorized = new Headers(init.headers).has('authorization');
    if (response.status !== 401 || !isAuthorized) return response;
    logger.warn('Discord rejected the token (401), retrying once');
    // Frees the connection.
    await response.text();
    await sleep(clock, RETRY_AFTER_MS, init.signal ?? undefined);
    const second = await makeRequest(url, init);
    if (second.status === 401) onRejected();
    return second;
  };
}
