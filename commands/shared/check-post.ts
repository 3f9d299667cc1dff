import { MessageFlags } from 'discord.js';
import type { ComponentCall, MessageRef } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { snowflakeTime } from '../../src/shared/snowflake.ts';

/** Our clock and Discord's may differ. */
const CLOCK_DIFFERENCE_MS = 10 * 60_000;

/**
 * Throws a `UserError` if a button is on another post than the one about its record. Numbers start again when the state is
 * lost, so an old button may name a different record. `posts`: empty if the post is not recorded yet.
 */
export function checkPost(
  { interaction, t }: ComponentCall,
  { posts, openedAt }: { readonly posts: readonly MessageRef[]; readonly openedAt: number },
): void {
  const { message } = interaction;
  if (message === null) return;
  // A private reply shows the record again, with its buttons.
  const isReply = message.flags.has(MessageFlags.Ephemeral);
  const isKnown =
    posts.length === 0 || isReply
      ? snowflakeTime(message.id) >= openedAt - CLOCK_DIFFERENCE_MS
      : posts.some(({ messageId }) => messageId === message.id);
  if (!isKnown) throw new UserError(t('interactions:lostState'));
}
