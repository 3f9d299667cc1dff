import { median } from '../statistics.ts';
import { withBot } from './with-bot.ts';

const WARM_UP = 10_000;
const MESSAGES = 50_000;
const ROUNDS = 3;

interface Run {
  perSecond: number;
  /** The bot process's user and system time per message. */
  cpuMicros: number;
  lost: number;
}

export interface IntakeResult {
  messages: number;
  portcullis: Run;
  baseline: Run;
  /** The baseline's CPU time per message divided by Portcullis's. */
  ratio: number;
}

function run(module: 'messages/bot' | 'messages/baseline-bot'): Promise<Run> {
  return withBot(
    module,
    { guilds: 1, channelsPerGuild: 50, shards: 1 },
    async ({ stub, usage }) => {
      await stub.flood(WARM_UP);
      const before = await usage();
      const { arrived, seconds } = await stub.flood(MESSAGES);
      const after = await usage();
      return {
        perSecond: arrived / seconds,
        cpuMicros: (after.cpuMicros - before.cpuMicros) / MESSAGES,
        lost: MESSAGES - arrived,
      };
    },
  );
}

function medianRun(runs: readonly Run[]): Run {
  return {
    perSecond: median(runs.map(({ perSecond }) => perSecond)),
    cpuMicros: median(runs.map(({ cpuMicros }) => cpuMicros)),
    lost: Math.max(...runs.map(({ lost }) => lost)),
  };
}

/**
 * Sends 50,000 messages as fast as the bot takes them. Portcullis and the baseline alternate, so that other load on the machine
 * affects both; the medians count.
 */
export async function benchIntake(progress: (detail: string) => void): Promise<IntakeResult> {
  const baselineRuns: Run[] = [];
  const portcullisRuns: Run[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    progress(`round ${round} of ${ROUNDS}`);
    baselineRuns.push(await run('messages/baseline-bot'));
    portcullisRuns.push(await run('messages/bot'));
  }
  const portcullis = medianRun(portcullisRuns);
  const baseline = medianRun(baselineRuns);
  return {
    messages: MESSAGES,
    portcullis,
    baseline,
    ratio: baseline.cpuMicros / portcullis.cpuMicros,
  };
}
