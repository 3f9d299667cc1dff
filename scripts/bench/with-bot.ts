import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';
import type {
  Flooded,
  Layout,
  Pace,
  Paced,
  PeerReady,
  PeerRequest,
  Usage,
  UsageRequest,
} from './peer-protocol.ts';

/** A running bot and the peer it talks to. */
export interface Bench {
  readonly peer: {
    flood(messages: number): Promise<Flooded>;
    pace(pace: Omit<Pace, 'kind'>): Promise<Paced>;
  };
  usage(): Promise<Usage>;
}

/** Starts a bot (a module of this folder) against a fresh peer and a fresh database, and ends all of it. */
export async function withBot<T>(
  module: string,
  layout: Omit<Layout, 'kind'>,
  run: (bench: Bench) => Promise<T>,
): Promise<T> {
  const state = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  const peer = await startChild<PeerRequest, PeerReady, Flooded | Paced | null>('peer.js');
  try {
    await peer.ask({ kind: 'layout', ...layout });
    const bot = await startChild<UsageRequest, string, Usage>(module, {
      DISCORD_TOKEN: 'bench',
      DISCORD_API_URL: peer.hello.apiUrl,
      MODERATION_URL: peer.hello.serviceUrl,
      MODERATION_API_KEY: 'bench',
      HTTP_PORT: '0',
      STATE_URL: `sqlite:${join(state, 'state.sqlite')}`,
      LOG_LEVEL: 'warn',
    });
    try {
      return await run({
        peer: {
          // The peer answers each kind of request with its own kind of result.
          flood: async (messages) => (await peer.ask({ kind: 'flood', messages })) as Flooded,
          pace: async (pace) => (await peer.ask({ kind: 'pace', ...pace })) as Paced,
        },
        usage: () => bot.ask({ kind: 'usage' }),
      });
    } finally {
      await bot.stop();
    }
  } finally {
    await peer.stop();
    rmSync(state, { recursive: true });
  }
}
