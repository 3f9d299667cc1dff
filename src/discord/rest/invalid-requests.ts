import { DefaultRestOptions, type RESTOptions } from 'discord.js';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { DiscordUnavailableError } from '../gateway/errors.ts';

/*
 * Discord blocks an address that sends 10,000 invalid requests in ten minutes (topics/rate-limits, "Invalid Request
 * Limit"): those with a 401, 403 or 429 response, except 429 with the scope `shared`, which others cause. We also count 404,
 * because a bug that requests missing things must be stopped, too.
 */

type MakeRequest = RESTOptions['makeRequest'];

const WINDOW_MS = 10 * 60_000;
/** Above this, only replies to interactions are sent. Everything else waits as if Discord were down. */
export const CAUTION_AT = 5_000;
/** Above this, nothing is sent. */
export const STOP_AT = 9_000;

const COUNTED: ReadonlySet<number> = new Set([401, 403, 404, 429]);

/** Replies to interactions, and the requests that keep the bot connected. */
const ESSENTIAL = /\/(?:interactions\/\d+\/|webhooks\/\d+\/|gateway(?:\/bot)?$)/;

export interface InvalidRequestLimit {
  /** Sends a request, or throws a `DiscordUnavailableError` above a limit. */
  readonly makeRequest: MakeRequest;
  /** Counted responses of the last ten minutes. */
  count(): number;
}

export function createInvalidRequestLimit(deps: {
  clock: Clock;
  logger: Logger;
  /** Called with the status of each counted response. */
  observe: (status: number) => void;
  makeRequest?: MakeRequest;
}): InvalidRequestLimit {
  const { clock, logger, observe, makeRequest = DefaultRestOptions.makeRequest } = deps;
  /** The times of counted responses, oldest first. Bounded by `STOP_AT` plus the requests then in flight. */
  let countedAt: number[] = [];
  let isCautious = false;

  function count(): number {
    const since = clock.now() - WINDOW_MS;
    if ((countedAt[0] ?? Infinity) <= since) countedAt = countedAt.filter((at) => at > since);
    return countedAt.length;
  }

  function check(url: string): void {
    const invalid = count();
    if (invalid < CAUTION_AT) {
      if (isCautious) logger.info({ invalid }, 'requests to Discord resumed');
      isCautious = false;
      return;
    }
    if (!isCautious) {
      isCautious = true;
      logger.error(
        { invalid, inMinutes: WINDOW_MS / 60_000, discordBlocksAt: 10_000 },
        'too many requests rejected by Discord (401, 403, 404, 429); only replies to interactions are sent',
      );
    }
    if (invalid < STOP_AT && ESSENTIAL.test(new URL(url).pathname)) return;
    throw new DiscordUnavailableError(
      `Requests are paused: Discord rejected ${invalid} of them in ten minutes.`,
    );
  }

  return {
    async makeRequest(url, init) {
      check(url);
      const response = await makeRequest(url, init);
      const { status, headers } = response;
      const isOthers = status === 429 && headers.get('X-RateLimit-Scope') === 'shared';
      if (COUNTED.has(status) && !isOthers) {
        countedAt.push(clock.now());
        observe(status);
      }
      return response;
    },
    count,
  };
}
