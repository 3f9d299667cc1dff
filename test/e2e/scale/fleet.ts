import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { startChild, type Child } from '../../helpers/processes/child.ts';
import { freePort } from '../../helpers/servers/free-port.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { cpuMsOf } from './cpu.ts';

/** A process of the bot. */
export interface BotProcess {
  readonly name: string;
  readonly child: Child;
  /** The port of its listener. */
  readonly port: number;
  state: 'running' | 'paused' | 'ended';
}

/** The processes of one bot. A supervisor replaces each one that ends, after a pause. */
export interface Fleet {
  start(count: number): Promise<void>;
  /** Resolves when as many processes are alive as were started. */
  complete(): Promise<void>;
  running(): BotProcess[];
  /** Kills it; resolves when it has ended. */
  kill(bot: BotProcess): Promise<void>;
  pause(bot: BotProcess): void;
  resume(bot: BotProcess): void;
  /** Stops all, one after the other; resolves to their exit codes. */
  stopAll(): Promise<unknown[]>;
  /** Sends an event to one process after another until one accepts it, like a service behind a load balancer. */
  deliver(body: string): Promise<void>;
  /** CPU time of each process so far, by name. */
  readonly cpuMs: ReadonlyMap<string, number>;
  /** The last errors and warnings of processes that ended by themselves. */
  readonly failures: readonly string[];
}

const AGAIN_MS = 100;
const ANSWER_WITHIN_MS = 5_000;
const LONGEST_REPLACEMENT_MS = 8_000;
const LAST_LINES = 8;
/** A line of pino's. */
const INFORMATION = /^\{"level":(?:10|20|30),/;

export interface FleetOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly random: () => number;
  tell(line: string): void;
}

export function createFleet({ env, random, tell }: FleetOptions): Fleet {
  const dir = tempDir();
  const bots: BotProcess[] = [];
  const cpuMs = new Map<string, number>();
  const failures: string[] = [];
  let path: string | null = null;
  let size = 0;
  let isStopping = false;

  const alive = (): BotProcess[] => bots.filter(({ state }) => state !== 'ended');

  /** The path is logged once, by the process that created it. */
  function webhookPath(): string | null {
    for (const { child } of path === null ? bots : []) {
      const address = /"webhook":"([^"]+)"/.exec(child.stdout())?.[1];
      if (address !== undefined) path = new URL(address).pathname;
    }
    return path;
  }

  async function isAccepted({ port }: BotProcess, body: string): Promise<boolean> {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${webhookPath()}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      await answer.arrayBuffer();
      return answer.status === 200;
    } catch {
      return false;
    }
  }

  async function end(bot: BotProcess, signal: 'SIGKILL' | 'SIGTERM') {
    cpuMs.set(bot.name, cpuMsOf(bot.child.pid));
    bot.state = 'ended';
    bot.child.kill(signal);
    return bot.child.exit;
  }

  onTestFinished(() => {
    isStopping = true;
  });

  async function startOne(): Promise<void> {
    const port = await freePort();
    const child = startChild('src/main.ts', {
      env: { ...env, HTTP_PORT: String(port) },
      cwd: dir,
    });
    const bot: BotProcess = { name: `bot ${bots.length + 1}`, child, port, state: 'running' };
    bots.push(bot);
    tell(`started ${bot.name}`);
    void supervise(bot);
  }

  async function supervise(bot: BotProcess): Promise<void> {
    const code = await bot.child.exit;
    if (bot.state !== 'ended') {
      bot.state = 'ended';
      const lines = (bot.child.stdout() + bot.child.stderr())
        .split('\n')
        .filter((line) => !INFORMATION.test(line))
        .slice(-LAST_LINES);
      failures.push(`${bot.name} ended with ${code}:\n${lines.join('\n')}`);
      tell(`${bot.name} ended by itself`);
    }
    await wait(random() * LONGEST_REPLACEMENT_MS);
    if (!isStopping) await startOne();
  }

  return {
    cpuMs,
    failures,
    async start(count) {
      size = count;
      for (let index = 0; index < count; index += 1) await startOne();
    },
    async complete() {
      while (alive().length < size) await wait(AGAIN_MS);
    },
    running: () => bots.filter(({ state }) => state === 'running'),
    async kill(bot) {
      await end(bot, 'SIGKILL');
    },
    pause(bot) {
      bot.state = 'paused';
      bot.child.kill('SIGSTOP');
    },
    resume(bot) {
      bot.state = 'running';
      bot.child.kill('SIGCONT');
    },
    async stopAll() {
      isStopping = true;
      const codes = [];
      for (const bot of alive()) codes.push(await end(bot, 'SIGTERM'));
      return codes;
    },
    async deliver(body) {
      for (;;) {
        const targets = alive();
        const target = targets[Math.floor(random() * targets.length)];
        if (target !== undefined && webhookPath() !== null && (await isAccepted(target, body))) {
          return;
        }
        await wait(AGAIN_MS);
      }
    },
  };
}
