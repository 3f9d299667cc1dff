import { withBot } from './with-bot.ts';

const EARLY = 20_000;
const LATE = 200_000;

export interface MemoryResult {
  /** Resident set size in bytes after a garbage collection. */
  oneGuild: number;
  manyGuilds: number;
  afterEarly: number;
  afterLate: number;
  /** Relative growth from 20,000 to 200,000 messages: 0.1 is 10 %. */
  growth: number;
}

/** Measures the bot's memory with one server, with a thousand servers, and after many messages from 5,000 members. */
export async function benchMemory(progress: (detail: string) => void): Promise<MemoryResult> {
  const idle = (guilds: number): Promise<number> =>
    withBot(
      'messages/bot',
      { guilds, channelsPerGuild: 50, shards: 1 },
      async ({ usage }) => (await usage()).rssBytes,
    );
  progress('1 server');
  const oneGuild = await idle(1);
  progress('1,000 servers');
  const manyGuilds = await idle(1000);
  const [afterEarly, afterLate] = await withBot(
    'messages/bot',
    { guilds: 1, channelsPerGuild: 50, shards: 1 },
    async ({ stub, usage }) => {
      progress('20,000 messages');
      await stub.flood(EARLY);
      const early = await usage();
      progress('200,000 messages');
      await stub.flood(LATE - EARLY);
      const late = await usage();
      return [early.rssBytes, late.rssBytes] as const;
    },
  );
  return { oneGuild, manyGuilds, afterEarly, afterLate, growth: afterLate / afterEarly - 1 };
}
