import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../child-process.ts';
import type { Usage, UsageRequest } from '../messages/stub/protocol.ts';
import type { RaidWorld } from './raid-world.ts';
import { fillStateAt, type Bot, type FillState } from './run.ts';

interface MeasuredBot extends Bot {
  usage(): Promise<Usage>;
}

/** Runs the bot as a separate process with a fresh database. */
export async function startBot(
  { sandbox, serviceUrl }: RaidWorld,
  fillState?: FillState,
): Promise<MeasuredBot> {
  const state = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  const url = `sqlite:${join(state, 'state.sqlite')}`;
  if (fillState !== undefined) await fillStateAt(url, fillState);
  const child = await startChild<UsageRequest, string, Usage>('messages/bot', {
    DISCORD_TOKEN: sandbox.botToken,
    DISCORD_API_URL: sandbox.apiUrl,
    MODERATION_URL: serviceUrl,
    MODERATION_API_KEY: 'bench',
    HTTP_PORT: '0',
    STATE_URL: url,
    LOG_LEVEL: 'error',
  });
  return {
    usage: () => child.send({ kind: 'usage' }),
    async stop() {
      await child.stop();
      rmSync(state, { recursive: true });
    },
  };
}
