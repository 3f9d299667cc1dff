import { withBot } from './with-bot.ts';

const EARLY = 20_000;
const LATE = 200_000;

export interface MemoryResult {
  /** Resident set in bytes, after a garbage collection. */
  oneGuild: number;
  manyGuilds: number;
  afterEarly: number;
  afterLate: number;
  /** How much larger it is after 200,000 messages than after 20,000: 0.1 is 10 %. */
  growth: number;
}

/** What the bot holds with one guild, with a thousand, and after many messages from 5,000 members. */
export async function benchMemory(): Promise<MemoryResult> {
  const idle = (guilds: number): Promise<number> =>
    withBot(
      'bot.js',
      { guilds, channelsPerGuild: 50 },
      async ({ usage }) => (await usage()).rssBytes,
    );
  const oneGuild = await idle(1);
  const manyGuilds = await idle(1000);
  const [afterEarly, afterLate] = await withBot(
    'bot.js',
    { guilds: 1, channelsPerGuild: 50 },
    async ({ peer, usage }) => {
      await peer.flood(EARLY);
      const early = await usage();
      await peer.flood(LATE - EARLY);
      const late = await usage();
      return [early.rssBytes, late.rssBytes] as const;
    },
  );
  return { oneGuild, manyGuilds, afterEarly, afterLate, growth: afterLate / afterEarly - 1 };
}
