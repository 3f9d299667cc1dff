import {
  AuditLogEvent,
  GatewayDispatchEvents,
  RESTJSONErrorCodes,
  type APIGuildMember,
  type APIUser,
  type GuildMemberFlags,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { changesBetween, writeAuditLog } from './audit-log.ts';
import { guildCreateFor } from './guild-create.ts';
import { NO_FLAGS } from '../messages/flags.ts';
import { findGuild, findMember, findUser, isoNow, isoTime, type WorldState } from '../state.ts';
import type { AuditContext, GuildState } from '../types.ts';

export interface MemberTarget {
  readonly guildId: string;
  readonly userId: string;
}

export interface MemberPatch {
  readonly nick?: string | null;
  readonly roles?: readonly string[];
  /** ISO 8601; null ends a timeout. */
  readonly communication_disabled_until?: string | null;
  readonly mute?: boolean;
  readonly deaf?: boolean;
  readonly flags?: GuildMemberFlags;
}

export interface NewMember extends Pick<MemberPatch, 'nick' | 'roles'> {
  /** Milliseconds since the Unix epoch. Default: now. */
  readonly joinedAt?: number;
  /** For a bot: the member who authorized it. Default: not in the audit log. */
  readonly addedBy?: string;
}

export interface Members {
  /** Adds a member. The new member receives GUILD_CREATE, the others GUILD_MEMBER_ADD. */
  add(target: MemberTarget, member?: NewMember): APIGuildMember;
  update(target: MemberTarget, patch: MemberPatch, auditContext: AuditContext): APIGuildMember;
  addRole(target: MemberTarget, roleId: string, auditContext: AuditContext): void;
  removeRole(target: MemberTarget, roleId: string, auditContext: AuditContext): void;
  /** The member leaves; this adds no audit log entry. */
  leave(target: MemberTarget): void;
  kick(target: MemberTarget, auditContext: AuditContext): void;
}

export function newMember(state: WorldState, user: APIUser): APIGuildMember {
  return {
    user,
    nick: null,
    avatar: null,
    banner: null,
    roles: [],
    joined_at: isoNow(state),
    premium_since: null,
    deaf: false,
    mute: false,
    pending: false,
    flags: NO_FLAGS,
    communication_disabled_until: null,
  };
}

export function setMember(state: WorldState, guild: GuildState, member: APIGuildMember): void {
  guild.members.set(member.user.id, member);
  state.emit({
    type: GatewayDispatchEvents.GuildMemberUpdate,
    data: { avatar: null, banner: null, ...member, guild_id: guild.id },
    guildId: guild.id,
    channelId: null,
    userIds: null,
  });
}

/** Removes the member from the guild and its threads; the member receives GUILD_DELETE. */
export function removeMember(state: WorldState, guild: GuildState, userId: string): void {
  const { user } = findMember(guild, userId);
  guild.members.delete(userId);
  for (const channel of guild.channels.values()) channel.threadMembers.delete(userId);
  const audience = { guildId: guild.id, channelId: null, userIds: null };
  state.emit({
    type: GatewayDispatchEvents.GuildMemberRemove,
    data: { guild_id: guild.id, user },
    ...audience,
  });
  state.emit({
    type: GatewayDispatchEvents.GuildDelete,
    data: { id: guild.id },
    ...audience,
    userIds: [userId],
  });
}

export function createMembers(state: WorldState): Members {
  function setRoles(
    target: MemberTarget,
    roles: readonly string[],
    auditContext: AuditContext,
  ): void {
    const guild = findGuild(state, target.guildId);
    const member = findMember(guild, target.userId);
    auditRoles(
      state,
      guild,
      { before: member.roles, after: roles, userId: target.userId },
      auditContext,
    );
    setMember(state, guild, { ...member, roles: [...roles] });
  }

  return {
    add({ guildId, userId }, extra = {}) {
      const guild = findGuild(state, guildId);
      const existing = guild.members.get(userId);
      if (existing !== undefined) return existing;
      if (guild.bans.has(userId)) throw apiError(RESTJSONErrorCodes.UserBannedFromThisGuild);
      const member: APIGuildMember = {
        ...newMember(state, findUser(state, userId).user),
        nick: extra.nick ?? null,
        roles: [...(extra.roles ?? [])],
        ...(extra.joinedAt === undefined ? {} : { joined_at: isoTime(extra.joinedAt) }),
      };
      guild.members.set(userId, member);
      if (extra.addedBy !== undefined) {
        writeAuditLog(state, guild, {
          auditContext: { byUserId: extra.addedBy, reason: null },
          action: AuditLogEvent.BotAdd,
          targetId: userId,
        });
      }
      const audience = { guildId, channelId: null };
      state.emit({
        type: GatewayDispatchEvents.GuildCreate,
        data: guildCreateFor(state, guild, userId),
        ...audience,
        userIds: [userId],
      });
      state.emit({
        type: GatewayDispatchEvents.GuildMemberAdd,
        data: { ...member, guild_id: guildId },
        ...audience,
        userIds: null,
      });
      return member;
    },

    update(target, patch, auditContext) {
      const guild = findGuild(state, target.guildId);
      const before = findMember(guild, target.userId);
      const { roles, ...rest } = patch;
      const after: APIGuildMember = {
        ...before,
        ...rest,
        roles: roles === undefined ? before.roles : [...new Set(roles)],
      };
      const audited = ['nick', 'communication_disabled_until', 'mute', 'deaf', 'flags'];
      const changes = changesBetween(before, after, audited);
      if (changes.length === 0 && sameIds(before.roles, after.roles)) return before;
      setMember(state, guild, after);
      if (changes.length > 0) {
        writeAuditLog(state, guild, {
          auditContext,
          action: AuditLogEvent.MemberUpdate,
          targetId: target.userId,
          changes,
        });
      }
      auditRoles(
        state,
        guild,
        { before: before.roles, after: after.roles, userId: target.userId },
        auditContext,
      );
      return after;
    },

    addRole(target, roleId, auditContext) {
      const { roles } = findMember(findGuild(state, target.guildId), target.userId);
      if (!roles.includes(roleId)) setRoles(target, [...roles, roleId], auditContext);
    },

    removeRole(target, roleId, auditContext) {
      const { roles } = findMember(findGuild(state, target.guildId), target.userId);
      if (!roles.includes(roleId)) return;
      const kept = roles.filter((id) => id !== roleId);
      setRoles(target, kept, auditContext);
    },

    leave: ({ guildId, userId }) => removeMember(state, findGuild(state, guildId), userId),

    kick({ guildId, userId }, auditContext) {
      const guild = findGuild(state, guildId);
      removeMember(state, guild, userId);
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.MemberKick,
        targetId: userId,
      });
    },
  };
}

function auditRoles(
  state: WorldState,
  guild: GuildState,
  {
    before,
    after,
    userId,
  }: { before: readonly string[]; after: readonly string[]; userId: string },
  auditContext: AuditContext,
): void {
  const named = (ids: readonly string[]): { id: string; name: string }[] =>
    ids.map((id) => ({ id, name: guild.roles.get(id)?.name ?? '' }));
  const added = named(after.filter((id) => !before.includes(id)));
  const removed = named(before.filter((id) => !after.includes(id)));
  if (added.length === 0 && removed.length === 0) return;
  writeAuditLog(state, guild, {
    auditContext,
    action: AuditLogEvent.MemberRoleUpdate,
    targetId: userId,
    changes: [
      ...(added.length === 0 ? [] : [{ key: '$add', new_value: added } as const]),
      ...(removed.length === 0 ? [] : [{ key: '$remove', new_value: removed } as const]),
    ],
  });
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}
