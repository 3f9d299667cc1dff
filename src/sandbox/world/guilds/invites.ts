import {
  AuditLogEvent,
  GatewayDispatchEvents,
  InviteType,
  RESTJSONErrorCodes,
  type APIExtendedInvite,
  type APIPartialChannel,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { findChannel, findGuild, findUser, isoTime, type WorldState } from '../state.ts';
import type { AuditContext, GuildState, Invite } from '../types.ts';
import { changesBetween, writeAuditLog } from './audit-log.ts';

const CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;
const AUDITED_FIELDS = ['code', 'channel_id', 'inviter_id', 'max_age', 'max_uses', 'temporary'];

export interface NewInvite extends Pick<Invite, 'maxAge' | 'maxUses' | 'temporary'> {
  /** Unless set, an existing similar invite by the same member is returned. */
  readonly unique: boolean;
}

export interface Invites {
  create(channelId: string, invite: NewInvite, auditContext: AuditContext): Invite;
  /** Throws 10006 for an unknown or expired code. */
  find(code: string): Invite;
  list(guildId: string): Invite[];
  delete(code: string, auditContext: AuditContext): void;
  view(invite: Invite): APIExtendedInvite;
}

/** Moderators paused invites: nobody can join. */
export function areInvitesPaused(state: WorldState, guildId: string): boolean {
  const { incidents_data: incidents } = findGuild(state, guildId).payload;
  return Date.parse(incidents?.invites_disabled_until ?? '') > state.clock.now();
}

export function createInvites(state: WorldState): Invites {
  function isValid({ maxAge, createdAtMs, channelId }: Invite): boolean {
    const isExpired = maxAge > 0 && state.clock.now() >= createdAtMs + maxAge * 1000;
    return !isExpired && state.channels.has(channelId);
  }

  function newCode(): string {
    const letter = (): string =>
      CODE_ALPHABET[Math.floor(state.random() * CODE_ALPHABET.length)] ?? 'a';
    return Array.from({ length: CODE_LENGTH }, letter).join('');
  }

  const invites: Invites = {
    create(channelId, { unique, ...terms }, auditContext) {
      const channel = findChannel(state, channelId);
      const guild = findGuild(state, channel.guildId ?? '');
      const wanted = { channelId, inviterId: auditContext.byUserId, ...terms };
      const similar = invites.list(guild.id).find((other) => isSimilar(other, wanted));
      if (!unique && similar !== undefined) return similar;
      const invite: Invite = {
        ...wanted,
        code: newCode(),
        guildId: guild.id,
        createdAtMs: state.clock.now(),
      };
      guild.invites.set(invite.code, invite);
      const { guild: _guild, channel: _channel, ...data } = invites.view(invite);
      state.emit({
        type: GatewayDispatchEvents.InviteCreate,
        data: { ...data, channel_id: channelId, guild_id: guild.id, uses: 0 },
        guildId: guild.id,
        channelId,
        userIds: null,
      });
      audit(guild, { invite, action: AuditLogEvent.InviteCreate }, auditContext);
      return invite;
    },

    find(code) {
      for (const guild of state.guilds.values()) {
        const invite = guild.invites.get(code);
        if (invite !== undefined && isValid(invite)) return invite;
      }
      throw apiError(RESTJSONErrorCodes.UnknownInvite);
    },

    list: (guildId) => [...findGuild(state, guildId).invites.values()].filter(isValid),

    delete(code, auditContext) {
      const invite = invites.find(code);
      const { guildId, channelId } = invite;
      const guild = findGuild(state, guildId);
      guild.invites.delete(code);
      state.emit({
        type: GatewayDispatchEvents.InviteDelete,
        data: { code, channel_id: channelId, guild_id: guildId },
        guildId,
        channelId,
        userIds: null,
      });
      audit(guild, { invite, action: AuditLogEvent.InviteDelete }, auditContext);
    },

    view(invite) {
      const { code, guildId, channelId, inviterId, maxAge, maxUses, createdAtMs } = invite;
      const { id, name, icon, splash, banner, description, features, ...guild } = findGuild(
        state,
        guildId,
      ).payload;
      const channel = findChannel(state, channelId);
      return {
        type: InviteType.Guild,
        code,
        guild: {
          id,
          name,
          icon,
          splash,
          banner,
          description,
          features,
          verification_level: guild.verification_level,
          vanity_url_code: guild.vanity_url_code,
          nsfw_level: guild.nsfw_level,
          premium_subscription_count: guild.premium_subscription_count ?? 0,
        },
        channel: partialChannel(channel),
        inviter: findUser(state, inviterId).user,
        expires_at: maxAge === 0 ? null : isoTime(createdAtMs + maxAge * 1000),
        uses: 0,
        max_uses: maxUses,
        max_age: maxAge,
        temporary: invite.temporary,
        created_at: isoTime(createdAtMs),
      };
    },
  };

  function audit(
    guild: GuildState,
    { invite, action }: { invite: Invite; action: AuditLogEvent },
    auditContext: AuditContext,
  ): void {
    const fields = {
      ...invites.view(invite),
      channel_id: invite.channelId,
      inviter_id: invite.inviterId,
    };
    const isNew = action === AuditLogEvent.InviteCreate;
    writeAuditLog(state, guild, {
      auditContext,
      action,
      targetId: null,
      changes: changesBetween(isNew ? {} : fields, isNew ? fields : {}, AUDITED_FIELDS),
    });
  }

  return invites;
}

type Wanted = Omit<Invite, 'code' | 'guildId' | 'createdAtMs'>;

function isSimilar(invite: Invite, wanted: Wanted): boolean {
  const keys = ['channelId', 'inviterId', 'maxAge', 'maxUses', 'temporary'] as const;
  return keys.every((key) => invite[key] === wanted[key]);
}

function partialChannel({
  id,
  type,
  payload,
}: {
  id: string;
  type: APIPartialChannel['type'];
  payload: { readonly name?: string | null };
}): Required<APIPartialChannel> {
  return { id, type, name: payload.name ?? null };
}
