import { snowflakeTime } from '../../../shared/snowflake.ts';
import type { MessageRef } from '../case.ts';

/** An older post is too far up in the channel for an edit to be seen. */
const JOIN_WITHIN_MS = 10 * 60_000;

/** Whether something new can be shown on a post instead of in another one. `channelId`: where that would be. */
export function isJoinable(
  post: MessageRef,
  { channelId, now }: { channelId: string | null; now: number },
): boolean {
  return post.channelId === channelId && now - snowflakeTime(post.messageId) < JOIN_WITHIN_MS;
}
