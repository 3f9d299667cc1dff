import { setTimeout as wait } from 'node:timers/promises';
import { openState, type State } from '../../../src/bot/storage/state.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import { createRaidWorld, type RaidWorld, type RaidWorldOptions } from './raid-world.ts';

export interface Bot {
  stop(): Promise<void>;
}

/** Starts a bot in a world; resolves when it is ready. `fillState` stores what the bot finds at its start. */
export type StartBot<B extends Bot> = (world: RaidWorld, fillState?: FillState) => Promise<B>;
export type FillState = (state: State) => Promise<void>;

/** Opens the state of a bot that has not started yet. */
export async function fillStateAt(url: string, fill: FillState): Promise<void> {
  const state = await openState(url, silentLogger);
  await fill(state);
  await state.close();
}

/** Once the bot has sent nothing for this long, it has caught up with the channels. */
const QUIET_MS = 1_500;
const POLL_MS = 10;

/** Prepares a world, starts a bot in it, runs, and then stops both. */
export async function runWithBot<B extends Bot, Prepared, Result>(
  { startBot, ...options }: RaidWorldOptions & { startBot: StartBot<B> },
  prepare: (world: RaidWorld) => Prepared,
  run: (scene: { world: RaidWorld; bot: B; prepared: Prepared }) => Promise<Result>,
  fillState: (state: State, prepared: Prepared) => Promise<void> = async () => {},
): Promise<Result> {
  const world = await createRaidWorld(options);
  try {
    const prepared = prepare(world);
    const bot = await startBot(world, (state) => fillState(state, prepared));
    try {
      await world.quiet(QUIET_MS);
      world.reset();
      return await run({ world, bot, prepared });
    } finally {
      await bot.stop();
    }
  } finally {
    await world.stop();
  }
}

/** Calls `act` with 0 to `count` - 1, evenly spread over this time. */
export async function pace(
  count: number,
  durationMs: number,
  act: (index: number) => void,
): Promise<void> {
  const startMs = performance.now();
  let done = 0;
  while (done < count) {
    const passed = durationMs === 0 ? 1 : (performance.now() - startMs) / durationMs;
    const due = Math.min(count, Math.floor(passed * count));
    for (; done < due; done += 1) act(done);
    if (done < count) await wait(1);
  }
}

/** Resolves to true if the condition holds before `deadlineMs`, a time of `performance.now()`. */
export async function waitUntil(isTrue: () => boolean, deadlineMs: number): Promise<boolean> {
  while (!isTrue()) {
    if (performance.now() >= deadlineMs) return false;
    await wait(POLL_MS);
  }
  return true;
}
