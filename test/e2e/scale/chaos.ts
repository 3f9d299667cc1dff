import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { BotProcess, Fleet } from './fleet.ts';

export type Fault = 'kill' | 'pause' | 'restart the database';

/** Shards whose process was killed or paused then. */
export interface Loss {
  readonly atMs: number;
  readonly shards: readonly number[];
}

export interface ChaosOptions {
  readonly fleet: Fleet;
  readonly sandbox: Sandbox;
  readonly faults: readonly Fault[];
  /** The faults are spread over this time. */
  readonly durationMs: number;
  readonly pauseMs: number;
  /** No fault hits a process while fewer run. */
  readonly leastRunning: number;
  readonly random: () => number;
  restartDatabase(): Promise<void>;
  /** Receives a line about each fault. */
  tell(line: string): void;
}

/** Time for the sandbox to notice a killed process's closed connections. */
const NOTICED_MS = 250;

/** Causes all faults; resolves to the losses by kills when every process is back. */
export async function causeFaults(options: ChaosOptions): Promise<Loss[]> {
  const { fleet, sandbox, faults, durationMs, pauseMs, leastRunning, random, tell } = options;
  const losses: Loss[] = [];
  const recoveries: Promise<void>[] = [];

  const connected = (): Map<string, number> =>
    new Map(
      sandbox.gateway
        .sessions()
        .flatMap(({ id, shard: [shard], isConnected }) => (isConnected ? [[id, shard]] : [])),
    );

  async function victim(): Promise<BotProcess> {
    for (;;) {
      const running = fleet.running();
      const chosen = running[Math.floor(random() * running.length)];
      if (chosen !== undefined && running.length >= leastRunning) return chosen;
      await wait(100);
    }
  }

  async function kill(): Promise<void> {
    const bot = await victim();
    const before = connected();
    const atMs = Date.now();
    await fleet.kill(bot);
    await wait(NOTICED_MS);
    const after = connected();
    const ended = [...before].flatMap(([id, shard]) => (after.has(id) ? [] : [shard]));
    // While it was paused, another process may have taken over.
    const others = new Set(after.values());
    const shards = ended.filter((shard) => !others.has(shard));
    tell(`killed ${bot.name} with shards ${shards.join(', ') || 'none'}`);
    losses.push({ atMs, shards });
  }

  async function resumeLater(bot: BotProcess): Promise<void> {
    await wait(pauseMs);
    fleet.resume(bot);
    tell(`resumed ${bot.name}`);
  }

  async function pause(): Promise<void> {
    const bot = await victim();
    fleet.pause(bot);
    tell(`paused ${bot.name}`);
    recoveries.push(resumeLater(bot));
  }

  const meanMs = durationMs / faults.length;
  for (const fault of faults) {
    await wait(meanMs * (0.5 + random()));
    if (fault === 'kill') await kill();
    else if (fault === 'pause') await pause();
    else {
      tell('restarting the database');
      await options.restartDatabase();
    }
  }
  await Promise.all(recoveries);
  await fleet.complete();
  return losses;
}

/** Milliseconds from the loss of each shard until another process identified with it. */
export function takeovers(losses: readonly Loss[], { gateway }: Sandbox): number[] {
  const started = gateway.identifies.filter(({ answer }) => typeof answer === 'object');
  return losses.flatMap(({ atMs: lostMs, shards }) =>
    shards.map((lost) => {
      const next = started.find(({ atMs, shard }) => atMs >= lostMs && shard[0] === lost);
      return next === undefined ? Infinity : next.atMs - lostMs;
    }),
  );
}

/** The values in a random order. */
export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
