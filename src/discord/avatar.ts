import type { Client } from 'discord.js';

/** A user's picture as far as the bot has seen it lately, else the one Discord gives to everybody. */
export function avatarOf({ users, rest }: Client, userId: string): string {
  const user = users.cache.get(userId);
  if (user !== undefined) return user.displayAvatarURL({ size: 64 });
  // Of the six default pictures Discord takes the one that the id's time part says.
  return rest.cdn.defaultAvatar(Number((BigInt(userId) >> 22n) % 6n));
}
