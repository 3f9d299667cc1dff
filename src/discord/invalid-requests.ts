import { DefaultRestOptions, type RESTOptions } from 'discord.js';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { DiscordUnavailableError } from './errors.ts';

/*
 * Discord shuts out an address that sends 10,000 invalid requests in ten minutes (topics/rate-limits, "Invalid Request
 * Limit"): answers 401, 403 and 429, save 429 with the scope `shared`, which is others' doing. We count 404 as well:
 * it costs little, and whatever asks for things that are not there must be stopped, too.
 */

type MakeRequest = RESTOptions['makeRequest'];

const WINDOW_MS = 10 * 60_000;
/** From here on only answers to people are sent; the rest waits as it does when Discord is away. */
export const CAUTION_AT = 5_000;
/** From here on nothing is sent. */
export const STOP_AT = 9_000;

const COUNTED: ReadonlySet<number> = new Set([401, 403, 404, 429]);

/** Answers to interactions, and what it takes to stay connected. */
const ESSENTIAL = /\/(?:interactions\/\d+\/|webhooks\/\d+\/|gateway(?:\/bot)?$)/;

export interface InvalidRequests {
  /** Sends a request, or refuses to. */
  readonly makeRequest: MakeRequest;
  /** In the last ten minutes. */
  count(): number;
}

export function createInvalidRequests(deps: {
  clock: Clock;
  logger: Logger;
  /** Hears of each such answer. */
  observe: (status: number) => void;
  makeRequest?: MakeRequest;
}): InvalidRequests {
  const { clock, logger, observe, makeRequest = DefaultRestOptions.makeRequest } = deps;
  /** When each was answered, oldest first; never longer than what was in flight at `STOP_AT`. */
  let answeredAt: number[] = [];
  let isCautious = false;

  function count(): number {
    const since = clock.now() - WINDOW_MS;
    if ((answeredAt[0] ?? Infinity) <= since) answeredAt = answeredAt.filter((at) => at > since);
    return answeredAt.length;
  }

  function check(url: string): void {
    const invalid = count();
    if (invalid < CAUTION_AT) {
      if (isCautious) logger.info({ invalid }, 'requests to Discord are sent again');
      isCautious = false;
      return;
    }
    if (!isCautious) {
      isCautious = true;
      logger.error(
        { invalid, inMinutes: WINDOW_MS / 60_000, discordShutsOutAt: 10_000 },
        'too many of the requests to Discord are refused (401, 403, 404, 429); all but answers to people wait until it is less',
      );
    }
    if (invalid < STOP_AT && ESSENTIAL.test(new URL(url).pathname)) return;
    throw new DiscordUnavailableError(
      `The bot holds back: Discord refused ${invalid} of its requests in ten minutes.`,
    );
  }

  return {
    async makeRequest(url, init) {
      check(url);
      const response = await makeRequest(url, init);
      const { status, headers } = response;
      const isOthers = status === 429 && headers.get('X-RateLimit-Scope') === 'shared';
      if (COUNTED.has(status) && !isOthers) {
        answeredAt.push(clock.now());
        observe(status);
      }
      return response;
    },
    count,
  };
}
