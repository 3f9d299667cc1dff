import { setTimeout as wait } from 'node:timers/promises';
import { commands } from '../../../commands/index.ts';
import type { InteractionEvent } from '../../../src/bot/interactions/interaction-event.ts';
import { createHarness, registerAdvancedCommands } from '../../demo/harness.ts';
import { usesOf, type Use } from './uses.ts';
import { percentile } from '../statistics.ts';

const TIMES = 20;
const WARM_UP_TIMES = 2;
/** A use takes three requests; above 50 requests a second, discord.js would wait. */
const EVERY_MS = 65;

export interface CommandFigures {
  command: string;
  uses: number;
  /** Number of uses that failed or were not acknowledged. */
  failed: number;
  acknowledged: { p50Ms: number; p99Ms: number };
  replied: { p50Ms: number; p99Ms: number };
}

interface Measurement {
  readonly acknowledgedMs: number;
  readonly repliedMs: number;
  readonly isFailed: boolean;
}

/**
 * Uses one command after the other as a member of the sandbox Discord, with the bot and its service in one process. Using a
 * subcommand counts as using its command.
 */
export async function benchCommands(progress: (detail: string) => void): Promise<CommandFigures[]> {
  const waiting: ((event: InteractionEvent) => void)[] = [];
  const harness = await createHarness({
    sandbox: { rateLimits: 'off' },
    deps: { observeInteraction: (event) => waiting.shift()?.(event) },
  });

  /** Measures the time until the acknowledgement, and until the final reply. */
  async function measure({ use }: Use): Promise<Measurement> {
    const ended = new Promise<InteractionEvent>((resolve) => waiting.push(resolve));
    const startMs = performance.now();
    const [acknowledgedMs, [outcome, repliedMs]] = await Promise.all([
      use().then(() => performance.now() - startMs),
      ended.then((event) => [event.outcome, performance.now() - startMs] as const),
    ]);
    const isFailed = outcome === 'failed' || outcome === 'not acknowledged';
    return { acknowledgedMs, repliedMs, isFailed };
  }

  try {
    // Creates a case, samples and statistics for the commands to show.
    const { sandbox, person, outcomeOf } = harness;
    await registerAdvancedCommands(sandbox);
    const message = await person('alice').say(sandbox.channels.general, 'you are all idiots');
    await outcomeOf(message.id);
    const uses = usesOf(
      commands.map(({ data }) => data),
      harness,
      message.id,
    );
    const measured = new Map<string, Measurement[]>();
    for (let round = 0; round < WARM_UP_TIMES + TIMES; round += 1) {
      progress(`round ${round + 1} of ${WARM_UP_TIMES + TIMES}`);
      for (const use of uses) {
        const [result] = await Promise.all([measure(use), wait(EVERY_MS)]);
        if (round < WARM_UP_TIMES) continue;
        measured.set(use.command, [...(measured.get(use.command) ?? []), result]);
      }
    }
    return [...measured].map(([command, results]) => figuresOf(command, results));
  } finally {
    await harness.close();
  }
}

function figuresOf(command: string, results: readonly Measurement[]): CommandFigures {
  const spread = (values: readonly number[]) => ({
    p50Ms: percentile(values, 0.5),
    p99Ms: percentile(values, 0.99),
  });
  return {
    command,
    uses: results.length,
    failed: results.filter(({ isFailed }) => isFailed).length,
    acknowledged: spread(results.map(({ acknowledgedMs }) => acknowledgedMs)),
    replied: spread(results.map(({ repliedMs }) => repliedMs)),
  };
}
