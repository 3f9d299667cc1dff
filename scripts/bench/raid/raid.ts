import { startBot } from './bot-process.ts';
import { measureFlood, measureRaid, type ServerFigures } from './one-server.ts';
import { measureIsolation, type IsolationFigures } from './two-servers.ts';

export interface RaidResult {
  oneChannel: ServerFigures;
  threeChannels: ServerFigures;
  oneMember: ServerFigures;
  isolation: IsolationFigures;
  /** The bot's memory in the raid next to another server. */
  peakRssBytes: number;
}

const RAID = { members: 200, postingMs: 5_000, patienceMs: 45_000, countingMs: 15_000 };
const FLOOD = { messages: 180, postingMs: 60_000, patienceMs: 20_000, countingMs: 15_000 };
/** 300 members who post one message a second each. */
const ISOLATION = {
  messages: 6_000,
  perSecond: 300,
  members: 300,
  channels: 5,
  // Four bad ones a second; 11 shares no factor with the channels, so all of them get some.
  other: { perSecond: 44, badEvery: 11, members: 500, channels: 5 },
  warmUpMs: 5_000,
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
