import type { APIMessage, Client } from 'discord.js';
import { snowflakeAt } from '../lib/snowflake.ts';
import { listMessages } from './rest.ts';

/** A post can't be older than what it is about, save for a clock of ours that is ahead of Discord's. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** A post of the bot's own, found by its embed's footer among what was posted since `sinceMs`. */
export async function findPost(
  { rest, user }: Client,
  channelId: string,
  { footer, sinceMs }: { footer: string; sinceMs: number },
): Promise<APIMessage | null> {
  let after = snowflakeAt(sinceMs - CLOCK_SKEW_MS);
  for (;;) {
    const page = await listMessages(rest, channelId, { after });
    const posted = page.find(
      ({ author, embeds: [first] }) => author.id === user?.id && first?.footer?.text === footer,
    );
    if (posted !== undefined) return posted;
    const [newest] = page;
    if (newest === undefined || page.length < 100) return null;
    after = newest.id;
  }
}
