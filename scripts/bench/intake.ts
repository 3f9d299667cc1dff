import { median } from './statistics.ts';
import { withBot } from './with-bot.ts';

const WARM_UP = 10_000;
const MESSAGES = 50_000;
const ROUNDS = 3;

interface Run {
  perSecond: number;
  /** User and system time of the bot's process, a message. */
  cpuMicros: number;
  lost: number;
}

export interface IntakeResult {
  messages: number;
  ours: Run;
  bare: Run;
  /** The bare bot's CPU a message, divided by ours. */
  ratio: number;
}

function run(module: string): Promise<Run> {
  return withBot(module, { guilds: 1, channelsPerGuild: 50 }, async ({ peer, usage }) => {
    await peer.flood(WARM_UP);
    const before = await usage();
    const { arrived, seconds } = await peer.flood(MESSAGES);
    const after = await usage();
    return {
      perSecond: arrived / seconds,
      cpuMicros: (after.cpuMicros - before.cpuMicros) / MESSAGES,
      lost: MESSAGES - arrived,
    };
  });
}

function middle(runs: readonly Run[]): Run {
  return {
    perSecond: median(runs.map(({ perSecond }) => perSecond)),
    cpuMicros: median(runs.map(({ cpuMicros }) => cpuMicros)),
    lost: Math.max(...runs.map(({ lost }) => lost)),
  };
}

/**
 * 50,000 messages through a gateway to a service, both in another process, as fast as the bot takes them.
 * Ours and the bare bot in turns, so that a busy moment of the machine hits both alike; the medians count.
 */
export async function benchIntake(): Promise<IntakeResult> {
  const bareRuns: Run[] = [];
  const ourRuns: Run[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bareRuns.push(await run('bare-bot.js'));
    ourRuns.push(await run('bot.js'));
  }
  const ours = middle(ourRuns);
  const bare = middle(bareRuns);
  return { messages: MESSAGES, ours, bare, ratio: bare.cpuMicros / ours.cpuMicros };
}
