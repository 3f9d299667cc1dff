import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Layout } from '../messages/stub/protocol.ts';
import { withBots, type Scene } from '../postgres/run.ts';
import type { BenchServer } from '../postgres/server.ts';
import { createState } from '../postgres/state.ts';

const ROUNDS = 2;
const WARM_UP = 8_000;
const MESSAGES = 32_000;
const LAYOUT: Omit<Layout, 'kind'> = { guilds: 64, channelsPerGuild: 20, shards: 8 };

/** Long enough for shards to move one by one, each with a new identify. */
const SHARED_WITHIN_MS = 120_000;
const POLL_MS = 1_000;

/** A flood of messages to several processes. CPU times are in microseconds per message. */
export interface ThroughputRun {
  perSecond: number;
  bots: number;
  /** CPU time of Discord, the service and the load. */
  stub: number;
  /** Null: PostgreSQL runs elsewhere. */
  postgres: number | null;
  lost: number;
}

export interface ThroughputResult {
  cores: number;
  messages: number;
  shards: number;
  one: ThroughputRun[];
  two: ThroughputRun[];
}

/** Waits until the processes hold equal shares of the shards and all shards have a session. */
async function waitUntilShared({ stub, usages }: Scene, processes: number): Promise<void> {
  const deadline = performance.now() + SHARED_WITHIN_MS;
  for (;;) {
    const groups = (await usages()).map((usage) => usage.groups);
    const { sessions } = await stub.traffic(0);
    const share = LAYOUT.shards / processes;
    if (sessions === LAYOUT.shards && groups.every((count) => count === share)) break;
    if (performance.now() > deadline) {
      throw new Error(`The processes have ${groups.join(' and ')} groups of shards, not ${share}.`);
    }
    await wait(POLL_MS);
  }
  // Waits for the work that a group does at its start.
  await stub.traffic(2 * POLL_MS);
}

async function flood(server: BenchServer, processes: number): Promise<ThroughputRun> {
  const state = await createState('postgres', server);
  try {
    return await withBots({ state, layout: LAYOUT, bots: processes }, async (scene) => {
      await waitUntilShared(scene, processes);
      await scene.stub.flood(WARM_UP);
      const { result, cost } = await scene.measure(0, () => scene.stub.flood(MESSAGES));
      return {
        perSecond: result.arrived / result.seconds,
        bots: cost.botsMicros / result.sent,
        stub: result.cpuMicros / result.sent,
        postgres: cost.postgresMicros === null ? null : cost.postgresMicros / result.sent,
        lost: result.sent - result.arrived,
      };
    });
  } finally {
    await state.drop();
  }
}

/** Measures the messages per second of one process and of two, in turns. */
export async function benchThroughput(
  server: BenchServer,
  progress: (detail: string) => void,
): Promise<ThroughputResult> {
  const one: ThroughputRun[] = [];
  const two: ThroughputRun[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    progress(`one process and two, round ${round} of ${ROUNDS}`);
    one.push(await flood(server, 1));
    two.push(await flood(server, 2));
  }
  const { shards } = LAYOUT;
  return { cores: availableParallelism(), messages: MESSAGES, shards, one, two };
}
