import type { APIMessage, Client } from 'discord.js';
import { snowflakeAt } from '../../lib/snowflake.ts';
import { listMessages } from './rest.ts';

/** Our clock may be ahead of Discord's, so a post can seem older than its subject. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The bot's post with one of these embed footers, among the messages since `sinceMs`. Null: none. */
export async function findPost(
  { rest, user }: Client,
  channelId: string,
  { footers, sinceMs }: { footers: readonly string[]; sinceMs: number },
): Promise<APIMessage | null> {
  let after = snowflakeAt(sinceMs - CLOCK_SKEW_MS);
  for (;;) {
    const { messages, isLast } = await listMessages(rest, channelId, { after });
    // Other people's messages can be malformed.
    const posted = messages.find(
      ({ author, embeds }) =>
        author?.id === user?.id && footers.includes(embeds?.[0]?.footer?.text ?? ''),
    );
    if (posted !== undefined) return posted;
    const [newest] = messages;
    if (newest === undefined || isLast) return null;
    after = newest.id;
  }
}
