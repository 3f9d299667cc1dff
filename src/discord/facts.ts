import {
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type Client,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  type Role,
} from 'discord.js';
import type { Case } from '../moderation/case.ts';
import type { Action } from '../moderation/effects.ts';
import { failureOf } from './failure.ts';
import type { RoleFact } from './permissions.ts';

/** What must be known to tell beforehand whether Discord will let the bot act. Plain data. */
export interface Facts {
  readonly bot: {
    /** In the guild as a whole. */
    readonly permissions: bigint;
    /** The role to change so that the bot may do more. */
    readonly roleName: string;
    readonly highestRole: RoleFact;
  };
  /** Where the message stands; null where the bot does not know the channel (an old thread, say). */
  readonly channel: {
    /** A thread's permissions are those of its parent, and so is the name: that is where they are changed. */
    readonly name: string;
    readonly permissions: bigint;
    /** The message goes with the whole thread. */
    readonly isStarter: boolean;
  } | null;
  /** The message's author; null for an action that does not fall on them, or that asks nothing of them. */
  readonly author: AuthorFacts | { readonly kind: 'gone' } | null;
  /** The role to be given or taken; null where none is. */
  readonly role: (RoleFact & { readonly managed: boolean }) | { readonly kind: 'unknown' } | null;
}

export interface AuthorFacts {
  readonly kind: 'member';
  readonly isOwner: boolean;
  readonly isSelf: boolean;
  readonly isAdministrator: boolean;
  readonly highestRole: RoleFact;
  /** Milliseconds since the Unix epoch; null while not timed out. */
  readonly timedOutUntil: number | null;
}

/** A guild the bot can act in; `away` for a while, or `left` for good. */
export type Whereabouts = { kind: 'here'; guild: Guild } | { kind: 'away' } | { kind: 'left' };

export function whereaboutsOf(client: Client, guildId: string): Whereabouts {
  const guild = client.guilds.cache.get(guildId);
  if (guild?.available === true) return { kind: 'here', guild };
  // Before discord.js is ready, a guild it has not heard of may still be announced.
  return { kind: guild === undefined && client.isReady() ? 'left' : 'away' };
}

/** The name of the role that is to be changed so that the bot may do more. */
export function botRoleName(guild: Guild): string {
  const roles = guild.members.me?.roles;
  return roles === undefined ? '' : (roles.botRole ?? roles.highest).name;
}

/** What an action falls on: a message, or only its author where the ids of the message are empty. */
export interface Place {
  readonly channelId: string;
  readonly messageId: string;
  readonly authorId: string;
}

export function placeOf({ channelId, messageId, author }: Case): Place {
  return { channelId, messageId, authorId: author.id };
}

/** Whether a message is the first one of a forum post: the two have the same id, and no others share one. */
export function isStarter({
  channelId,
  messageId,
}: Pick<Place, 'channelId' | 'messageId'>): boolean {
  return channelId === messageId;
}

/** Reads the facts from discord.js, asking Discord for the author only if need be. Null: the bot knows too little. */
export async function readFacts(guild: Guild, action: Action, place: Place): Promise<Facts | null> {
  const { me } = guild.members;
  if (me === null) return null;
  const roleId = 'roleId' in action ? action.roleId : null;
  return {
    bot: {
      permissions: me.permissions.bitfield,
      roleName: botRoleName(guild),
      highestRole: roleFact(me.roles.highest),
    },
    channel: channelFacts(guild, place),
    author: fallsOnAuthor(action) ? await authorFacts(guild, place.authorId) : null,
    role: roleId === null ? null : givenRole(guild, roleId),
  };
}

function channelFacts(guild: Guild, place: Place): Facts['channel'] {
  const channel = guild.channels.cache.get(place.channelId);
  const permissions = channel === undefined ? null : ownPermissionsIn(channel);
  if (channel === undefined || permissions === null) return null;
  const { name } = (channel.isThread() ? channel.parent : null) ?? channel;
  return { name, permissions, isStarter: isStarter(place) };
}

/** What the bot may do in a channel; null where it cannot tell, as in a thread whose parent it does not know. */
export function ownPermissionsIn(channel: GuildBasedChannel): bigint | null {
  // By the id, since only then the typings admit that the answer may be null.
  return channel.permissionsFor(channel.client.user.id)?.bitfield ?? null;
}

function fallsOnAuthor(action: Action): boolean {
  return action.kind !== 'delete' && action.kind !== 'notice';
}

async function authorFacts(guild: Guild, authorId: string): Promise<Facts['author']> {
  const member = await fetchMember(guild, authorId);
  if (member === null) return { kind: 'gone' };
  return {
    kind: 'member',
    isOwner: authorId === guild.ownerId,
    isSelf: authorId === guild.client.user.id,
    isAdministrator: member.permissions.has(PermissionFlagsBits.Administrator),
    highestRole: roleFact(member.roles.highest),
    timedOutUntil: member.communicationDisabledUntilTimestamp,
  };
}

const GONE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
]);

/**
 * The member, from the cache where the gateway keeps it up to date, or as Discord says now; null when they have left.
 */
export async function fetchMember(
  guild: Guild,
  userId: string,
  as: 'cached' | 'now' = 'cached',
): Promise<GuildMember | null> {
  try {
    return await guild.members.fetch({ user: userId, force: as === 'now' });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'refused' && GONE.has(failure.code)) return null;
    throw error;
  }
}

function givenRole(guild: Guild, roleId: string): Facts['role'] {
  const role = guild.roles.cache.get(roleId);
  return role === undefined ? { kind: 'unknown' } : { ...roleFact(role), managed: role.managed };
}

function roleFact({ id, name, position }: Role): RoleFact {
  return { id, name, position };
}
