import { Status, type Client } from 'discord.js';
import type { PartHealth, Readiness } from '../http/health.ts';
import { sleep, type Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Outage } from '../moderation/ports.ts';
import type { Database } from '../storage/database.ts';

/** How often it is looked how things stand: `since` is as exact as that. */
const LOOK_EVERY_MS = 5_000;
const PROBE_KEY = 'readiness-probe';

/** A part is up, or why it is not. */
type Look = string | null;

/** What the bot needs to do its work, looked at every few seconds. */
export interface ReadinessWatch {
  readiness(): Readiness;
  stop(): Promise<void>;
}

export function watchReadiness(deps: {
  client: Client;
  database: Pick<Database, 'get' | 'setMany'>;
  outage: () => Outage | null;
  clock: Clock;
}): ReadinessWatch {
  const { client, database, outage, clock } = deps;
  const gateway = part(clock);
  const service = part(clock);
  const storage = part(clock);
  const stopping = new AbortController();
  const { signal } = stopping;

  function lookAtGateway(): Look {
    const { shards } = client.ws;
    const isUp = shards.size > 0 && shards.every(({ status }) => status === Status.Ready);
    return isUp ? null : 'The bot is not connected to Discord.';
  }

  async function probe(): Promise<void> {
    try {
      await database.setMany([{ key: PROBE_KEY, value: clock.now() }]);
      await database.get(PROBE_KEY);
      storage.saw(null);
    } catch (error) {
      storage.saw(messageOf(error));
    }
  }

  function look(): void {
    gateway.saw(lookAtGateway());
    service.saw(outage()?.reason ?? null);
  }

  async function keepLooking(): Promise<void> {
    while (!signal.aborted) {
      look();
      // Never two at once: a locked database lets one wait for seconds.
      await probe();
      await sleep(clock, LOOK_EVERY_MS, signal);
    }
  }

  const looking = keepLooking();

  return {
    readiness() {
      look();
      return { gateway: gateway.health(), service: service.health(), storage: storage.health() };
    },
    async stop() {
      stopping.abort();
      await looking;
    },
  };
}

/** Remembers since when a part is as it is. */
function part(clock: Clock): { saw: (look: Look) => void; health: () => PartHealth } {
  let health: PartHealth = { state: 'down', sinceMs: clock.now(), detail: 'It is starting.' };
  return {
    saw(look) {
      const state = look === null ? 'up' : 'down';
      const sinceMs = state === health.state ? health.sinceMs : clock.now();
      health = { state, sinceMs, ...(look === null ? {} : { detail: look }) };
    },
    health: () => health,
  };
}
