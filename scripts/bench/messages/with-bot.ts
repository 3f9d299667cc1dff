import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, type BenchModule } from '../child-process.ts';
import type {
  FloodResult,
  Layout,
  Pace,
  PaceResult,
  StubAddresses,
  StubRequest,
  Usage,
  UsageRequest,
} from './stub/protocol.ts';

/** A running bot and the stub of Discord and the service that it talks to. */
export interface Bench {
  readonly stub: {
    flood(messages: number): Promise<FloodResult>;
    pace(pace: Omit<Pace, 'kind'>): Promise<PaceResult>;
  };
  usage(): Promise<Usage>;
}

/** Starts a bot with a fresh stub and a fresh database, and stops both afterwards. */
export async function withBot<T>(
  module: BenchModule,
  layout: Omit<Layout, 'kind'>,
  run: (bench: Bench) => Promise<T>,
): Promise<T> {
  const state = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  const stub = await startChild<StubRequest, StubAddresses, FloodResult | PaceResult | null>(
    'messages/stub/process',
  );
  try {
    await stub.send({ kind: 'layout', ...layout });
    const bot = await startChild<UsageRequest, string, Usage>(module, {
      DISCORD_TOKEN: 'bench',
      DISCORD_API_URL: stub.ready.apiUrl,
      MODERATION_URL: stub.ready.serviceUrl,
      MODERATION_API_KEY: 'bench',
      HTTP_PORT: '0',
      STATE_URL: `sqlite:${join(state, 'state.sqlite')}`,
      LOG_LEVEL: 'error',
    });
    try {
      return await run({
        stub: {
          // Each kind of request has its own kind of result.
          flood: async (messages) => (await stub.send({ kind: 'flood', messages })) as FloodResult,
          pace: async (pace) => (await stub.send({ kind: 'pace', ...pace })) as PaceResult,
        },
        usage: () => bot.send({ kind: 'usage' }),
      });
    } finally {
      await bot.stop();
    }
  } finally {
    await stub.stop();
    rmSync(state, { recursive: true });
  }
}
