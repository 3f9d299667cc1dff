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
  StubResponse,
  TrafficResult,
  Usage,
  UsageRequest,
} from './stub/protocol.ts';

export interface Stub {
  readonly addresses: StubAddresses;
  flood(messages: number, kind?: 'harmless' | 'bad'): Promise<FloodResult>;
  burst(messages: number): Promise<void>;
  pace(pace: Omit<Pace, 'kind'>): Promise<PaceResult>;
  traffic(quietMs: number): Promise<TrafficResult>;
}

export async function withStub<T>(
  layout: Omit<Layout, 'kind'>,
  run: (stub: Stub) => Promise<T>,
): Promise<T> {
  const child = await startChild<StubRequest, StubAddresses, StubResponse>('messages/stub/process');
  try {
    await child.send({ kind: 'layout', ...layout });
    return await run({
      addresses: child.ready,
      // The kind of a request determines the kind of its result.
      flood: async (messages, kind = 'harmless') =>
        (await child.send({ kind: 'flood', messages, bad: kind === 'bad' })) as FloodResult,
      async burst(messages) {
        await child.send({ kind: 'burst', messages });
      },
      pace: async (pace) => (await child.send({ kind: 'pace', ...pace })) as PaceResult,
      traffic: async (quietMs) => (await child.send({ kind: 'traffic', quietMs })) as TrafficResult,
    });
  } finally {
    await child.stop();
  }
}

/** The settings of a bot that talks to this stub. With the embedded service, it does not know the stub's service. */
export function botSettings(
  { addresses }: Stub,
  stateUrl: string,
  service: 'stub' | 'embedded' = 'stub',
): Record<string, string> {
  return {
    DISCORD_TOKEN: 'bench',
    DISCORD_API_URL: addresses.apiUrl,
    ...(service === 'stub'
      ? { MODERATION_URL: addresses.serviceUrl, MODERATION_API_KEY: 'bench' }
      : {}),
    HTTP_PORT: '0',
    STATE_URL: stateUrl,
    LOG_LEVEL: 'error',
  };
}

/** A running bot and the stub that it talks to. */
export interface Bench {
  readonly stub: Stub;
  /** Resolves at once, or when the bot has handled this many messages. */
  usage(afterHandled?: number): Promise<Usage>;
  /** Time from the start of the bot's process until it is ready, in milliseconds. */
  readonly readyMs: number;
}

/** Starts a bot with a fresh stub and a fresh database, and stops both afterwards. */
export async function withBot<T>(
  module: BenchModule,
  layout: Omit<Layout, 'kind'>,
  run: (bench: Bench) => Promise<T>,
  service: 'stub' | 'embedded' = 'stub',
): Promise<T> {
  const state = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  try {
    return await withStub(layout, async (stub) => {
      const settings = botSettings(stub, `sqlite:${join(state, 'state.sqlite')}`, service);
      const startedMs = performance.now();
      const bot = await startChild<UsageRequest, string, Usage>(module, settings);
      try {
        return await run({
          stub,
          readyMs: performance.now() - startedMs,
          usage: (afterHandled) =>
            bot.send({ kind: 'usage', ...(afterHandled === undefined ? {} : { afterHandled }) }),
        });
      } finally {
        await bot.stop();
      }
    });
  } finally {
    rmSync(state, { recursive: true });
  }
}
