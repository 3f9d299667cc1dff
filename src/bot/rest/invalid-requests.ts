import { DefaultRestOptions, type RESTOptions } from 'discord.js';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { DiscordUnavailableError } from './errors.ts';

/*
 * Discord blocks an address that sends 10,000 invalid requests in ten minutes (topics/rate-limits, "Invalid Request
 * Limit"): those with a 401, 403 or 429 response, except 429 with the scope `shared`, which others cause. We also count 404,
 * because a bug that requests missing things must be stopped, too. A 429 without a scope, or one that is marked so, comes
 * from a REST proxy that held the request back: Discord never saw it.
 */

type MakeRequest = RESTOptions['makeRequest'];

const WINDOW_MS = 10 * 60_000;
/**
 * For all processes together. Above this many invalid requests, only replies to interactions are sent. Everything else waits
 * as if Discord were down.
 */
export const CAUTION_AT = 5_000;
/** For all processes together. Above this many invalid requests, nothing is sent. */
export const STOP_AT = 9_000;

/** nirn-proxy sets it. */
const GENERATED_BY_PROXY = 'generated-by-proxy';

const COUNTED: ReadonlySet<number> = new Set([401, 403, 404, 429]);

function isCounted({ status, headers }: Awaited<ReturnType<MakeRequest>>): boolean {
  if (status !== 429) return COUNTED.has(status);
  const scope = headers.get('X-RateLimit-Scope');
  return scope !== null && scope !== 'shared' && !headers.has(GENERATED_BY_PROXY);
}

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
  /** How many processes share one IP address; each gets its part of the limits. Default: one. */
  processes?: () => number;
  makeRequest?: MakeRequest;
}): InvalidRequestLimit {
  const { clock, logger, observe, processes = () => 1 } = deps;
  const { makeRequest = DefaultRestOptions.makeRequest } = deps;
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
    const share = 1 / Math.max(1, processes());
    if (invalid < CAUTION_AT * share) {
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
    if (invalid < STOP_AT * share && ESSENTIAL.test(new URL(url).pathname)) return;
    throw new DiscordUnavailableError(
      `Requests are paused: Discord rejected ${invalid} of them in ten minutes.`,
    );
  }

  return {
    async makeRequest(url, init) {
      check(url);
      const response = await makeRequest(url, init);
      if (isCounted(response)) {
        countedAt.push(clock.now());
        observe(response.status);
      }
      return response;
    },
    count,
  };
}
