import type { Client, RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import { classifyError } from '../../rest/classify-error.ts';
import { findPost } from '../../rest/find-post.ts';
import { openDirectMessages, postMessage } from '../../rest/rest.ts';

/**
 * Sends a direct message; false: the person does not accept it. `sinceMs`: an earlier attempt may have sent the same text
 * since then; null: none. Throws when Discord does not answer.
 */
export async function sendDirectly(
  client: Client,
  userId: string,
  {
    sinceMs,
    content,
    ...body
  }: Omit<RESTPostAPIChannelMessageJSONBody, 'content'> & {
    readonly content: string;
    readonly sinceMs: number | null;
  },
): Promise<boolean> {
  try {
    const channelId = await openDirectMessages(client.rest, userId);
    const isSame = (message: { readonly content: string }): boolean => message.content === content;
    const isSent =
      sinceMs !== null &&
      (await findPost(client, channelId, { isWanted: isSame, sinceMs })) !== null;
    if (!isSent) await postMessage(client.rest, channelId, { content, ...body });
    return true;
  } catch (error) {
    if (classifyError(error).kind === 'unavailable') throw error;
    return false;
  }
}
