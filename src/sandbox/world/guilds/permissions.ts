import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';

/* The parts of the world's state (types.ts) that permissions depend on. */

export interface PermissionRole {
  readonly id: string;
  readonly permissions: string;
  readonly position: number;
}

export interface PermissionOverwrite {
  /** A role id or a user id; the guild's id means @everyone. */
  readonly id: string;
  readonly allow: string;
  readonly deny: string;
}

export interface PermissionChannel {
  readonly payload: {
    readonly type: ChannelType;
    readonly parent_id?: string | null;
    readonly permission_overwrites?: readonly PermissionOverwrite[];
  };
  /** By user id. Members can view a private thread. */
  readonly threadMembers: { has(userId: string): boolean };
}

export interface PermissionGuild {
  readonly id: string;
  readonly payload: { readonly owner_id: string };
  readonly roles: ReadonlyMap<string, PermissionRole>;
  /** Must contain the parent of a thread. */
  readonly channels: ReadonlyMap<string, PermissionChannel>;
}

export interface PermissionMember {
  readonly user: { readonly id: string };
  readonly roles: readonly string[];
  readonly communication_disabled_until?: string | null | undefined;
}

export interface PermissionQuestion {
  guild: PermissionGuild;
  member: PermissionMember;
  /** null for guild-level permissions. */
  channel: PermissionChannel | null;
  /** The current time in milliseconds, to know whether a timeout has ended. */
  nowMs: number;
}

export const ALL_PERMISSIONS: bigint = Object.values(PermissionFlagsBits).reduce(
  (all, bit) => all | bit,
  0n,
);

/** The permissions a member keeps during a timeout. */
const TIMED_OUT_PERMISSIONS =
  PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;

/** The permissions a member loses implicitly without SEND_MESSAGES. */
const SENDING_PERMISSIONS =
  PermissionFlagsBits.MentionEveryone |
  PermissionFlagsBits.SendTTSMessages |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.EmbedLinks;

/**
 * The member's permissions, by Discord's documented algorithm (topics/permissions): base permissions, overwrites,
 * implicit denials, timeouts. In a thread, `SendMessages` is set if and only if the parent grants
 * `SendMessagesInThreads`. A private thread is visible to its members and to anyone with `ManageThreads`.
 */
export function permissionsIn({ guild, member, channel, nowMs }: PermissionQuestion): bigint {
  const base = basePermissions(guild, member);
  if (base === ALL_PERMISSIONS) return base;

  const timedOut = isTimedOut(member, nowMs);
  if (channel === null) return timedOut ? base & TIMED_OUT_PERMISSIONS : base;

  const effective = withImplicitDenials(guild, member, { channel, base });
  return timedOut ? effective & TIMED_OUT_PERMISSIONS : effective;
}

/** True if `permissions` contains every bit of `needed`. */
export function hasPermission(permissions: bigint, needed: bigint): boolean {
  return (permissions & needed) === needed;
}

export function isTimedOut(member: PermissionMember, nowMs: number): boolean {
  const until = member.communication_disabled_until;
  return until !== undefined && until !== null && Date.parse(until) > nowMs;
}

export function isThreadType(type: ChannelType): boolean {
  return (
    type === ChannelType.PublicThread ||
    type === ChannelType.PrivateThread ||
    type === ChannelType.AnnouncementThread
  );
}

/** Compares ranks: the owner is above everyone, others compare by their highest role. */
export function outranks(
  guild: PermissionGuild,
  actor: PermissionMember,
  target: PermissionMember,
): boolean {
  if (target.user.id === guild.payload.owner_id || actor.user.id === target.user.id) return false;
  if (actor.user.id === guild.payload.owner_id) return true;
  return compareRoles(highestRole(guild, actor), highestRole(guild, target)) > 0;
}

/** Checks the role hierarchy for adding, removing or editing the role. */
export function outranksRole(
  guild: PermissionGuild,
  actor: PermissionMember,
  role: PermissionRole,
): boolean {
  if (actor.user.id === guild.payload.owner_id) return true;
  return compareRoles(highestRole(guild, actor), role) > 0;
}

function basePermissions(guild: PermissionGuild, member: PermissionMember): bigint {
  if (member.user.id === guild.payload.owner_id) return ALL_PERMISSIONS;
  let permissions = BigInt(guild.roles.get(guild.id)?.permissions ?? '0');
  for (const id of member.roles) permissions |= BigInt(guild.roles.get(id)?.permissions ?? '0');
  return hasPermission(permissions, PermissionFlagsBits.Administrator)
    ? ALL_PERMISSIONS
    : permissions;
}

function withImplicitDenials(
  guild: PermissionGuild,
  member: PermissionMember,
  { channel, base }: { channel: PermissionChannel; base: bigint },
): bigint {
  const { type, parent_id: parentId } = channel.payload;
  const inThread = isThreadType(type);
  const overwriteChannel = inThread ? guild.channels.get(parentId ?? '') : channel;
  const overwrites = overwriteChannel?.payload.permission_overwrites ?? [];
  let permissions = withOverwrites(guild, member, { overwrites, base });

  if (!hasPermission(permissions, PermissionFlagsBits.ViewChannel)) return 0n;
  if (
    type === ChannelType.PrivateThread &&
    !channel.threadMembers.has(member.user.id) &&
    !hasPermission(permissions, PermissionFlagsBits.ManageThreads)
  ) {
    return 0n;
  }
  const isVoice = type === ChannelType.GuildVoice || type === ChannelType.GuildStageVoice;
  if (isVoice && !hasPermission(permissions, PermissionFlagsBits.Connect)) {
    return PermissionFlagsBits.ViewChannel;
  }
  if (inThread) {
    permissions = hasPermission(permissions, PermissionFlagsBits.SendMessagesInThreads)
      ? permissions | PermissionFlagsBits.SendMessages
      : permissions & ~PermissionFlagsBits.SendMessages;
  }
  return hasPermission(permissions, PermissionFlagsBits.SendMessages)
    ? permissions
    : permissions & ~SENDING_PERMISSIONS;
}

function withOverwrites(
  guild: PermissionGuild,
  member: PermissionMember,
  { overwrites, base }: { overwrites: readonly PermissionOverwrite[]; base: bigint },
): bigint {
  const everyone = overwrites.find((overwrite) => overwrite.id === guild.id);
  const own = overwrites.find((overwrite) => overwrite.id === member.user.id);
  let allow = 0n;
  let deny = 0n;
  for (const overwrite of overwrites) {
    if (overwrite.id === guild.id || !member.roles.includes(overwrite.id)) continue;
    allow |= BigInt(overwrite.allow);
    deny |= BigInt(overwrite.deny);
  }
  let permissions = base;
  if (everyone) permissions = applied(permissions, BigInt(everyone.allow), BigInt(everyone.deny));
  permissions = applied(permissions, allow, deny);
  if (own) permissions = applied(permissions, BigInt(own.allow), BigInt(own.deny));
  return permissions;
}

/** Within one step, allow overrides deny. */
function applied(permissions: bigint, allow: bigint, deny: bigint): bigint {
  return (permissions & ~deny) | allow;
}

function highestRole(guild: PermissionGuild, member: PermissionMember): PermissionRole | null {
  let highest = guild.roles.get(guild.id) ?? null;
  for (const id of member.roles) {
    const role = guild.roles.get(id);
    if (role !== undefined && compareRoles(role, highest) > 0) highest = role;
  }
  return highest;
}

/** Positive when `a` is higher. At the same position, the smaller (older) id is higher. */
function compareRoles(a: PermissionRole | null, b: PermissionRole | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (a.position !== b.position) return a.position - b.position;
  return Number(BigInt(b.id) - BigInt(a.id));
}
