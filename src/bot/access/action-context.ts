import {
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type Client,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  type Role,
} from 'discord.js';
import type { Case } from '../domain/case.ts';
import { isForumPostStarter } from '../domain/snapshot.ts';
import { classifyError } from '../rest/classify-error.ts';
import type { RoleRef } from './permissions.ts';

/** The input of the preflight check, as plain data. */
export interface ActionContext {
  readonly bot: {
    /** Guild-wide. */
    readonly permissions: bigint;
    /** The role to edit to give the bot more permissions. */
    readonly roleName: string;
    readonly highestRole: RoleRef;
  };
  /** The message's channel; null if it is not cached, such as an archived thread. */
  readonly channel: {
    /** A thread has its parent's permissions, so this is the parent's name. */
    readonly name: string;
    readonly permissions: bigint;
    /** The message is the first one of a forum post. */
    readonly isStarter: boolean;
  } | null;
  /** The message's author; null for an action that does not need them. */
  readonly author: AuthorContext | { readonly kind: 'gone' } | null;
  /** The role to give or remove; null for other actions. */
  readonly role: (RoleRef & { readonly managed: boolean }) | { readonly kind: 'unknown' } | null;
}

export interface AuthorContext {
  readonly kind: 'member';
  readonly isOwner: boolean;
  readonly isSelf: boolean;
  readonly isAdministrator: boolean;
  readonly highestRole: RoleRef;
  /** Milliseconds since the Unix epoch; null without a timeout. */
  readonly timedOutUntil: number | null;
}

/** `away`: unavailable for a while. `left`: the bot is no longer a member. */
export type GuildAvailability =
  | { kind: 'here'; guild: Guild }
  | { kind: 'away' }
  | { kind: 'left' };

/** Logged as the reason for retrying while a guild is `away`. */
export const SERVER_UNAVAILABLE = 'Discord has not made this server available to the bot.';

export function guildAvailability(client: Client, guildId: string): GuildAvailability {
  const guild = client.guilds.cache.get(guildId);
  if (guild?.available === true) return { kind: 'here', guild };
  // Until discord.js is ready, an unknown guild may still arrive.
  return { kind: guild === undefined && client.isReady() ? 'left' : 'away' };
}

/** The role to edit to give the bot more permissions. */
export function botRoleName(guild: Guild): string {
  const roles = guild.members.me?.roles;
  return roles === undefined ? '' : (roles.botRole ?? roles.highest).name;
}

/** A message and its author. The property console has no message: those ids are empty. */
export interface ActionTarget {
  readonly subject: Case['subject'];
  readonly channelId: string;
  readonly messageId: string;
  readonly authorId: string;
}

export function targetOf({ subject, channelId, messageId, author }: Case): ActionTarget {
  return { subject, channelId, messageId, authorId: author.id };
}

/** Reads the cache, and fetches the author if asked to. Null: the bot's own member is not cached. */
export async function readActionContext(
  guild: Guild,
  target: ActionTarget,
  { author, roleId }: { readonly author: boolean; readonly roleId: string | null },
): Promise<ActionContext | null> {
  const { me } = guild.members;
  if (me === null) return null;
  return {
    bot: {
      permissions: me.permissions.bitfield,
      roleName: botRoleName(guild),
      highestRole: roleRefOf(me.roles.highest),
    },
    channel: channelContext(guild, target),
    author: author ? await authorContext(guild, target.authorId) : null,
    role: roleId === null ? null : roleContext(guild, roleId),
  };
}

function channelContext(guild: Guild, target: ActionTarget): ActionContext['channel'] {
  const channel = guild.channels.cache.get(target.channelId);
  const permissions = channel === undefined ? null : ownPermissionsIn(channel);
  if (channel === undefined || permissions === null) return null;
  const { name } = (channel.isThread() ? channel.parent : null) ?? channel;
  return { name, permissions, isStarter: isForumPostStarter(target) };
}

/** The bot's permissions in a channel; null if they are unknown, as in a thread whose parent is not cached. */
export function ownPermissionsIn(channel: GuildBasedChannel): bigint | null {
  // Only the overload that takes an id admits that the result can be null.
  return channel.permissionsFor(channel.client.user.id)?.bitfield ?? null;
}

async function authorContext(guild: Guild, authorId: string): Promise<ActionContext['author']> {
  const member = await fetchMember(guild, authorId);
  if (member === null) return { kind: 'gone' };
  return {
    kind: 'member',
    isOwner: authorId === guild.ownerId,
    isSelf: authorId === guild.client.user.id,
    isAdministrator: member.permissions.has(PermissionFlagsBits.Administrator),
    highestRole: roleRefOf(member.roles.highest),
    timedOutUntil: member.communicationDisabledUntilTimestamp,
  };
}

/** Only these codes mean that somebody has left. A 404 without a code comes from a proxy in front of Discord. */
const GONE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
]);

/** The member from the cache, or with `now` fresh from Discord; null if they have left. */
export async function fetchMember(
  guild: Guild,
  userId: string,
  source: 'cached' | 'now' = 'cached',
): Promise<GuildMember | null> {
  try {
    return await guild.members.fetch({ user: userId, force: source === 'now' });
  } catch (error) {
    const failure = classifyError(error);
    if (failure.kind === 'refused' && GONE.has(failure.code)) return null;
    throw error;
  }
}

function roleContext(guild: Guild, roleId: string): ActionContext['role'] {
  const role = guild.roles.cache.get(roleId);
  return role === undefined ? { kind: 'unknown' } : { ...roleRefOf(role), managed: role.managed };
}

function roleRefOf({ id, name, position }: Role): RoleRef {
  return { id, name, position };
}
