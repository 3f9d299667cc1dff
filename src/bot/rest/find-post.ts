import { ComponentType, type APIMessage, type Client } from 'discord.js';
import { snowflakeAt } from '../../shared/snowflake.ts';
import { listMessages } from './rest.ts';

/** Our clock may be ahead of Discord's, so a post can seem older than its subject. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The bot's post that `isWanted` accepts, among the messages since `sinceMs`. Null: none. */
export async function findPost(
  { rest, user }: Client,
  channelId: string,
  { isWanted, sinceMs }: { isWanted: (message: APIMessage) => boolean; sinceMs: number },
): Promise<APIMessage | null> {
  let after = snowflakeAt(sinceMs - CLOCK_SKEW_MS);
  for (;;) {
    const { messages, isLast } = await listMessages(rest, channelId, { after });
    // Other people's messages can be malformed.
    const posted = messages.find((message) => message.author?.id === user?.id && isWanted(message));
    if (posted !== undefined) return posted;
    const [newest] = messages;
    if (newest === undefined || isLast) return null;
    after = newest.id;
  }
}

/** Whether a post is an embed with this footer. */
export function hasFooter(footer: string): (message: APIMessage) => boolean {
  return ({ embeds }) => embeds?.[0]?.footer?.text === footer;
}

/** Whether a post is an embed whose footer ends with a reference, in whatever language it is. */
export function hasRef(ref: string): (message: APIMessage) => boolean {
  return ({ embeds }) => embeds?.[0]?.footer?.text.endsWith(ref) === true;
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
