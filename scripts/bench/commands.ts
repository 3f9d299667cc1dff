import { setTimeout as wait } from 'node:timers/promises';
import { commands } from '../../commands/index.ts';
import type { InteractionEvent } from '../../src/discord/interactions/observed.ts';
import { createStage } from '../demo/stage.ts';
import { usesOf, type Use } from './command-uses.ts';
import { percentile } from './statistics.ts';

const TIMES = 20;
const WARM_UP_TIMES = 2;
/** Three requests a use; with more than 50 a second discord.js would wait for the next one. */
const EVERY_MS = 65;

export interface CommandFigures {
  command: string;
  uses: number;
  /** Those that ended in a fault of ours, or without an acknowledgement. */
  failed: number;
  acknowledged: { p50Ms: number; p99Ms: number };
  answered: { p50Ms: number; p99Ms: number };
}

interface Measured {
  readonly acknowledgedMs: number;
  readonly answeredMs: number;
  readonly isFailed: boolean;
}

/**
 * Uses every command there is, one after the other, as a member on the sandbox Discord would, with the bot and its own
 * service in the same process; a subcommand counts as a use of its command.
 */
export async function benchCommands(): Promise<CommandFigures[]> {
  const waiting: ((event: InteractionEvent) => void)[] = [];
  const stage = await createStage({
    sandbox: { rateLimits: 'off' },
    deps: { observeInteraction: (event) => waiting.shift()?.(event) },
  });

  /** Until the member sees that it works, and until the final answer is shown. */
  async function measure({ use }: Use): Promise<Measured> {
    const ended = new Promise<InteractionEvent>((resolve) => waiting.push(resolve));
    const startMs = performance.now();
    const [acknowledgedMs, [outcome, answeredMs]] = await Promise.all([
      use().then(() => performance.now() - startMs),
      ended.then((event) => [event.outcome, performance.now() - startMs] as const),
    ]);
    const isFailed = outcome === 'failed' || outcome === 'not acknowledged';
    return { acknowledgedMs, answeredMs, isFailed };
  }

  try {
    // Something for the commands to tell about: a case, samples, a day's figures.
    const { sandbox, person, outcomeOf } = stage;
    const message = await person('alice').say(sandbox.channels.general, 'you are all idiots');
    await outcomeOf(message.id);
    const uses = usesOf(
      commands.map(({ data }) => data),
      stage,
      message.id,
    );
    const measured = new Map<string, Measured[]>();
    for (let round = 0; round < WARM_UP_TIMES + TIMES; round += 1) {
      for (const use of uses) {
        const [result] = await Promise.all([measure(use), wait(EVERY_MS)]);
        if (round < WARM_UP_TIMES) continue;
        measured.set(use.command, [...(measured.get(use.command) ?? []), result]);
      }
    }
    return [...measured].map(([command, results]) => figuresOf(command, results));
  } finally {
    await stage.close();
  }
}

function figuresOf(command: string, results: readonly Measured[]): CommandFigures {
  const spread = (values: readonly number[]) => ({
    p50Ms: percentile(values, 0.5),
    p99Ms: percentile(values, 0.99),
  });
  return {
    command,
    uses: results.length,
    failed: results.filter(({ isFailed }) => isFailed).length,
    acknowledged: spread(results.map(({ acknowledgedMs }) => acknowledgedMs)),
    answered: spread(results.map(({ answeredMs }) => answeredMs)),
  };
}
