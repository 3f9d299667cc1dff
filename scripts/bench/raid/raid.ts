import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../child-process.ts';
import type { Usage, UsageRequest } from '../messages/stub/protocol.ts';
import { measureFlood, measureRaid, type ServerFigures } from './one-server.ts';
import type { RaidWorld } from './raid-world.ts';
import type { Bot } from './run.ts';
import { measureIsolation, type IsolationFigures } from './two-servers.ts';

export interface RaidResult {
  oneChannel: ServerFigures;
  threeChannels: ServerFigures;
  oneMember: ServerFigures;
  isolation: IsolationFigures;
  /** The bot's, in the raid next to another server. */
  peakRssBytes: number;
}

interface MeasuredBot extends Bot {
  usage(): Promise<Usage>;
}

const RAID = { members: 200, postingMs: 5_000, patienceMs: 45_000, countingMs: 15_000 };
const FLOOD = { messages: 180, postingMs: 60_000, patienceMs: 20_000, countingMs: 15_000 };
/** 300 members who post one message a second each. */
const ISOLATION = {
  messages: 6_000,
  perSecond: 300,
  members: 300,
  channels: 5,
  // Two bad ones a second; 11 shares no factor with the channels, so all of them get some.
  other: { perSecond: 22, badEvery: 11, members: 500, channels: 5 },
  patienceMs: 100_000,
};

/** Raids against the whole bot, in a sandbox with Discord's rate limits. The service answers at once. */
export async function benchRaid(progress: (detail: string) => void): Promise<RaidResult> {
  const options = { startBot };
  progress('200 members, one channel');
  const oneChannel = await measureRaid(options, { ...RAID, channels: 1 });
  progress('200 members, three channels');
  const threeChannels = await measureRaid(options, { ...RAID, channels: 3 });
  progress('180 messages of one member');
  const oneMember = await measureFlood(options, FLOOD);
  progress('6,000 messages next to another server');
  let peakRssBytes = 0;
  const isolation = await measureIsolation(options, ISOLATION, async (bot) => {
    ({ peakRssBytes } = await bot.usage());
  });
  return { oneChannel, threeChannels, oneMember, isolation, peakRssBytes };
}

/** The bot as a process of its own, with a fresh database. */
async function startBot({ sandbox, serviceUrl }: RaidWorld): Promise<MeasuredBot> {
  const state = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  const child = await startChild<UsageRequest, string, Usage>('messages/bot', {
    DISCORD_TOKEN: sandbox.botToken,
    DISCORD_API_URL: sandbox.apiUrl,
    MODERATION_URL: serviceUrl,
    MODERATION_API_KEY: 'bench',
    HTTP_PORT: '0',
    STATE_URL: `sqlite:${join(state, 'state.sqlite')}`,
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
