import type { APIGatewaySessionStartLimit } from 'discord-api-types/v10';

import { DAY_MS, type Clock } from '../../shared/clock.ts';

export interface StartLimits {
  /**
   * Number of buckets that a bot's shards are spread over. In each bucket, one session may start every five seconds. Default: 1.
   */
  readonly maxConcurrency: number;
  /** Default: 1,000. */
  readonly perDay: number;
}

/** `too early`: the last start in the shard's bucket was less than five seconds ago. `used up`: no starts are left today. */
export type StartResult = 'started' | 'too early' | 'used up';

export interface SessionStarts {
  /** Counts the start unless it is too early. After `used up`, the bot's count starts over, because its token is reset. */
  start(botId: string, shardId: number): StartResult;
  limit(botId: string): APIGatewaySessionStartLimit;
}

/** Discord's limits for a bot in fewer than 150,000 guilds. */
const SMALL_BOT: StartLimits = { maxConcurrency: 1, perDay: 1000 };
const BUCKET_INTERVAL_MS = 5000;

interface Starts {
  today: number;
  dayEndsMs: number;
  /** By bucket: the time of the last start. */
  readonly latest: Map<number, number>;
}

/** Counts the sessions that each bot starts (events/gateway, session start limit object). */
export function createSessionStarts(
  clock: Clock,
  limits: Partial<StartLimits> | 'off' = {},
): SessionStarts {
  const { maxConcurrency, perDay } = { ...SMALL_BOT, ...(limits === 'off' ? {} : limits) };
  const bots = new Map<string, Starts>();

  function startsOf(botId: string): Starts {
    const now = clock.now();
    const starts = bots.get(botId) ?? { today: 0, dayEndsMs: 0, latest: new Map() };
    bots.set(botId, starts);
    if (now >= starts.dayEndsMs) starts.today = 0;
    return starts;
  }

  return {
    start(botId, shardId) {
      if (limits === 'off') return 'started';
      const now = clock.now();
      const starts = startsOf(botId);
      const bucket = shardId % maxConcurrency;
      const latest = starts.latest.get(bucket) ?? -Infinity;
      if (now - latest < BUCKET_INTERVAL_MS) return 'too early';
      if (starts.today >= perDay) {
        bots.delete(botId);
        return 'used up';
      }
      // A day begins with its first start.
      if (starts.today === 0) starts.dayEndsMs = now + DAY_MS;
      starts.today += 1;
      starts.latest.set(bucket, now);
      return 'started';
    },
    limit(botId) {
      const { today, dayEndsMs } = startsOf(botId);
      return {
        total: perDay,
        remaining: perDay - today,
        reset_after: today === 0 ? 0 : dayEndsMs - clock.now(),
        max_concurrency: maxConcurrency,
      };
    },
  };
}
