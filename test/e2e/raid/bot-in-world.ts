import { join } from 'node:path';
import { fillStateAt, type Bot, type FillState } from '../../../scripts/bench/raid/run.ts';
import type { RaidWorld } from '../../../scripts/bench/raid/raid-world.ts';
import { runningBot, type RunningBot } from '../../../scripts/demo/harness.ts';
import { program } from '../../../src/program.ts';
import { createApp } from '../../../src/bot/composition/app.ts';
import { parseConfig } from '../../../src/bot/config/config.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import { CHART_WORKER_URL } from '../../helpers/charts/chart-worker-url.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

/** A bot in this process. */
export interface InProcessBot extends Bot {
  readonly app: RunningBot;
}

/** Starts the whole bot in a world; its state is deleted when the test ends. */
export async function startBot(
  { sandbox, serviceUrl }: RaidWorld,
  fillState?: FillState,
): Promise<InProcessBot> {
  const url = `sqlite:${join(tempDir(), 'state.sqlite')}`;
  if (fillState !== undefined) await fillStateAt(url, fillState);
  const config = parseConfig({
    DISCORD_TOKEN: sandbox.botToken,
    DISCORD_API_URL: sandbox.apiUrl,
    MODERATION_URL: serviceUrl,
    MODERATION_API_KEY: 'a-key-for-the-stub',
    HTTP_PORT: '0',
    STATE_URL: url,
  });
  const app = createApp(config, {
    ...program,
    logger: silentLogger,
    chartWorkerUrl: CHART_WORKER_URL,
  });
  return { app: runningBot(await app.start()), stop: () => app.stop() };
}
