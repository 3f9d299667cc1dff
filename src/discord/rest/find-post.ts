import { ComponentType, type APIMessage, type Client } from 'discord.js';
import { snowflakeAt } from '../../lib/snowflake.ts';
import { listMessages } from './rest.ts';

/** Our clock may be ahead of Discord's, so a post can seem older than its subject. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The bot's post with this embed footer, among the messages since `sinceMs`. Null: none. */
export function findPost(
  client: Client,
  channelId: string,
  { footer, sinceMs }: { footer: string; sinceMs: number },
): Promise<APIMessage | null> {
  const isWanted = ({ embeds }: APIMessage): boolean => embeds?.[0]?.footer?.text === footer;
  return findPostWhere(client, channelId, { isWanted, sinceMs });
}

/** Like `findPost`, for any property of a post. */
export async function findPostWhere(
  { rest, user }: Client,
  channelId: string,
  { isWanted, sinceMs }: { isWanted: (message: APIMessage) => boolean; sinceMs: number },
): Promise<APIMessage | null> {
  let after = snowflakeAt(sinceMs - CLOCK_SKEW_MS);
  for (;;) {
    const { messages, isLast } = await listMessages(rest, channelId, { after });
    // Other people's messages can be malformed.
    const posted = messages.find(
      (message) => message.author?.id === user?.id && isWanted(message),
    );
    if (posted !== undefined) return posted;
    const [newest] = messages;
    if (newest === undefined || isLast) return null;
    after = newest.id;
  }
}


/** The custom ids of a message's buttons. */
export function buttonIds({ components = [] }: APIMessage): string[] {
  return components.flatMap((row) =>
    row.type === ComponentType.ActionRow
      ? row.components.flatMap((component) =>
          'custom_id' in component ? [component.custom_id] : [],
        )
      : [],
  );
}
