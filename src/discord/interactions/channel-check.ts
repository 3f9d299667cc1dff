import type { Guild } from 'discord.js';
import { moderatorChannelOf } from '../moderator-channel.ts';
import type { Refusal } from '../texts.ts';

/** Why the bot could not post alerts in a channel, and how to mend it; null where it can. */
export function channelTrouble(guild: Guild, channelId: string): Refusal | null {
  const found = moderatorChannelOf(guild, { moderatorChannelId: channelId }, '');
  return found.kind === 'found' ? null : found.refusal;
}
