import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';

/* The parts of the world's states (types.ts) that permissions are computed from. */

export interface PermissionRole {
  readonly id: string;
  readonly permissions: string;
  readonly position: number;
}

export interface PermissionOverwrite {
  /** A role's or a member's id; the id of the guild stands for @everyone. */
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
  /** By user id: who may see a private thread. */
  readonly threadMembers: { has(userId: string): boolean };
}

export interface PermissionGuild {
  readonly id: string;
  readonly payload: { readonly owner_id: string };
  readonly roles: ReadonlyMap<string, PermissionRole>;
  /** Where a thread's parent is found. */
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
  /** `null` asks for the guild as a whole. */
  channel: PermissionChannel | null;
  /** When it is asked: a timeout ends by itself. */
  nowMs: number;
}

export const ALL_PERMISSIONS: bigint = Object.values(PermissionFlagsBits).reduce(
  (all, bit) => all | bit,
  0n,
);

/** What a member keeps while timed out. */
const TIMED_OUT_PERMISSIONS =
  PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;

/** What means nothing to a member who cannot send messages. */
const SENDING_PERMISSIONS =
  PermissionFlagsBits.MentionEveryone |
  PermissionFlagsBits.SendTTSMessages |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.EmbedLinks;

/**
 * What the member may do, by the algorithm of Discord's documentation (topics/permissions): base permissions,
 * overwrites, implicit denials, timeouts. In a thread `SendMessages` stands for "may send here", that is,
 * it is set exactly when the parent grants `SendMessagesInThreads`. A private thread is seen by its members
 * and by those who manage threads.
 */
export function permissionsIn({ guild, member, channel, nowMs }: PermissionQuestion): bigint {
  const base = basePermissions(guild, member);
  if (base === ALL_PERMISSIONS) return base;

  const timedOut = isTimedOut(member, nowMs);
  if (channel === null) return timedOut ? base & TIMED_OUT_PERMISSIONS : base;

  const effective = withImplicitDenials(guild, member, { channel, base });
  return timedOut ? effective & TIMED_OUT_PERMISSIONS : effective;
}

/** Whether every bit of `needed` is among `permissions`. */
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

/** Whether `actor` stands above `target` in the guild: the owner above all, others by their highest role. */
export function outranks(
  guild: PermissionGuild,
  actor: PermissionMember,
  target: PermissionMember,
): boolean {
  if (target.user.id === guild.payload.owner_id || actor.user.id === target.user.id) return false;
  if (actor.user.id === guild.payload.owner_id) return true;
  return compareRoles(highestRole(guild, actor), highestRole(guild, target)) > 0;
}

/** Whether `actor` may give, take or edit the role, as far as the hierarchy goes. */
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
  const ruling = inThread ? guild.channels.get(parentId ?? '') : channel;
  const overwrites = ruling?.payload.permission_overwrites ?? [];
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

/** An allow beats a deny of the same step. */
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

/** Positive when `a` stands higher. Of two at one position the older, smaller id stands higher. */
function compareRoles(a: PermissionRole | null, b: PermissionRole | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (a.position !== b.position) return a.position - b.position;
  return Number(BigInt(b.id) - BigInt(a.id));
}
