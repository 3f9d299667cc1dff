import {
  ChannelFlags,
  ChannelType,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
} from 'discord.js';
import { classifyError } from '../rest/classify-error.ts';

/* Through the bot, moderators can read only what they can see in Discord. */

/** The reader and the channel. */
export interface Viewer {
  readonly guild: Guild;
  readonly interaction: {
    /** From the interaction, so the roles are current. */
    readonly member: GuildMember;
    /** They can see this channel: they use the bot in it. */
    readonly channelId: string | null;
  };
}

/** A channel, and where to look instead once a forum post is deleted. */
export interface Place {
  readonly channelId: string;
  readonly forumId?: string | null;
}

/** Whether the viewer can see a place. Throws when Discord must be asked and does not answer. */
export type CanSee = (place: Place) => Promise<boolean>;

/** Remembers its answers, so create it for each use of a command. */
export function createCanSee({ guild, interaction }: Viewer): CanSee {
  const { member, channelId: here } = interaction;
  const answers = new Map<string, Promise<boolean>>();
  if (isAboveChannels(guild, member)) return () => Promise.resolve(true);
  async function look({ channelId, forumId = null }: Place): Promise<boolean> {
    const channel = await fetchChannel(guild, channelId);
    if (channel !== null) return isVisible(channel, member);
    // A deleted channel no longer has permissions to check.
    return forumId !== null && look({ channelId: forumId });
  }

  return (place) => {
    const { channelId } = place;
    // A member's name belongs to no channel.
    if (channelId === here || channelId === '') return Promise.resolve(true);
    const known = answers.get(channelId);
    if (known !== undefined) return known;
    const answer = look(place);
    answers.set(channelId, answer);
    return answer;
  };
}

/** The owner and administrators see every channel, deleted ones included. */
export function isAboveChannels(guild: Guild, member: GuildMember): boolean {
  return (
    member.id === guild.ownerId || member.permissions.has(PermissionFlagsBits.Administrator, false)
  );
}

/** Whether nothing in the server is hidden from a member. */
export function seesAllChannels(guild: Guild, member: GuildMember): boolean {
  return (
    isAboveChannels(guild, member) ||
    guild.channels.cache.every((channel) => isVisible(channel, member))
  );
}

function isVisible(channel: GuildBasedChannel, member: GuildMember): boolean {
  const place = channel.isThread() ? channel.parent : channel;
  // Discord does not show the bot the permissions of a channel that is hidden from the bot.
  if (place === null || place.flags.has(ChannelFlags.ChannelObfuscated)) return false;
  const permissions = place.permissionsFor(member);
  if (!permissions.has(PermissionFlagsBits.ViewChannel)) return false;
  // Members of a private thread are not cached; managers of threads see all threads.
  return (
    channel.type !== ChannelType.PrivateThread || permissions.has(PermissionFlagsBits.ManageThreads)
  );
}

const GONE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.MissingAccess,
]);

/** Archived threads are not cached, so they are requested from Discord. Null: deleted, or hidden from the bot. */
async function fetchChannel(guild: Guild, channelId: string): Promise<GuildBasedChannel | null> {
  const cached = guild.channels.cache.get(channelId);
  if (cached !== undefined) return cached;
  try {
    const channel = await guild.client.channels.fetch(channelId);
    return channel === null || channel.isDMBased() || channel.guildId !== guild.id ? null : channel;
  } catch (error) {
    const failure = classifyError(error);
    if (failure.kind === 'refused' && GONE.has(failure.code)) return null;
    throw error;
  }
}
