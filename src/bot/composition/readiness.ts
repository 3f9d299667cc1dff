import { Status, type Client } from 'discord.js';
import type { PartHealth, Readiness } from '../listener/health.ts';
import { sleep, type Clock } from '../../shared/clock.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Outage } from '../domain/ports.ts';
import type { State } from '../storage/state.ts';

/** How often the state is checked, and therefore how accurate `since` is. */
const CHECK_INTERVAL_MS = 5_000;

/** Why a part is down. Null: it is up. */
type Problem = string | null;

/** Checks every few seconds the parts that the bot needs. */
export interface ReadinessWatch {
  readiness(): Readiness;
  stop(): Promise<void>;
}

export function watchReadiness(deps: {
  /** One for each group of shards that this process holds. */
  clients: () => readonly Client[];
  state: Pick<State, 'probe'>;
  outage: () => Outage | null;
  clock: Clock;
}): ReadinessWatch {
  const { clients, state, outage, clock } = deps;
  const gateway = part(clock);
  const service = part(clock);
  const storage = part(clock);
  const stopping = new AbortController();
  const { signal } = stopping;

  function gatewayProblem(): Problem {
    const isUp = clients().every(
      ({ ws: { shards } }) =>
        shards.size > 0 && shards.every(({ status }) => status === Status.Ready),
    );
    return isUp ? null : 'The bot is not connected to Discord.';
  }

  async function checkStorage(): Promise<void> {
    try {
      await state.probe(clock.now());
      storage.update(null);
    } catch (error) {
      storage.update(errorMessage(error));
    }
  }

  function checkConnections(): void {
    gateway.update(gatewayProblem());
    service.update(outage()?.error ?? null);
  }

  async function checkRepeatedly(): Promise<void> {
    while (!signal.aborted) {
      checkConnections();
      // One check at a time, because a locked database delays it for seconds.
      await checkStorage();
      await sleep(clock, CHECK_INTERVAL_MS, signal);
    }
  }

  const checking = checkRepeatedly();

  return {
    readiness() {
      checkConnections();
      return { gateway: gateway.health(), service: service.health(), storage: storage.health() };
    },
    async stop() {
      stopping.abort();
      await checking;
    },
  };
}

/** Remembers when a part's state last changed. */
function part(clock: Clock): { update: (problem: Problem) => void; health: () => PartHealth } {
  let health: PartHealth = { state: 'down', sinceMs: clock.now(), detail: 'It is starting.' };
  return {
    update(problem) {
      const state = problem === null ? 'up' : 'down';
      const sinceMs = state === health.state ? health.sinceMs : clock.now();
      health = { state, sinceMs, ...(problem === null ? {} : { detail: problem }) };
    },
    health: () => health,
  };
}
