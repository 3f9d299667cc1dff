import { startBot } from './bot-process.ts';
import { measureHacked, type HackedFigures } from './hacked.ts';
import { measureFlood, measureRaid, type ServerFigures } from './one-server.ts';
import { measureIsolation, type IsolationFigures } from './two-servers.ts';

export interface RaidResult {
  oneChannel: ServerFigures;
  threeChannels: ServerFigures;
  oneMember: ServerFigures;
  isolation: IsolationFigures;
  hacked: readonly HackedFigures[];
  /** Peak memory of a bot that handles a raid in one server and traffic in another. */
  peakRssBytes: number;
}

const RAID = { members: 200, postingMs: 5_000, patienceMs: 45_000, countingMs: 15_000 };
const HACKED = { channels: 12, postingMs: 10_000, patienceMs: 180_000, countingMs: 1_000 };
const FLOOD = { messages: 180, postingMs: 60_000, patienceMs: 20_000, countingMs: 15_000 };
/** 300 members who each post one message a second. */
const ISOLATION = {
  messages: 6_000,
  perSecond: 300,
  members: 300,
  channels: 5,
  // Four bad messages a second. 11 has no common factor with the number of channels, so each channel gets some.
  other: { perSecond: 44, badEvery: 11, members: 500, channels: 5 },
  warmUpMs: 5_000,
  patienceMs: 100_000,
};

/** Measures raids against the whole bot, in a sandbox with Discord's rate limits. The service answers at once. */
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
  const hacked: HackedFigures[] = [];
  for (const accounts of [50, 500]) {
    progress(`${accounts} hacked accounts`);
    hacked.push(await measureHacked(options, { ...HACKED, accounts }));
  }
  return { oneChannel, threeChannels, oneMember, isolation, hacked, peakRssBytes };
}
