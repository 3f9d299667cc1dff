import { PermissionFlagsBits, RESTJSONErrorCodes, type APIInvite } from 'discord-api-types/v10';
import { z } from 'zod';

import { apiError } from '../../errors.ts';
import { areInvitesPaused } from '../../world/guilds/invites.ts';
import { findGuild } from '../../world/state.ts';
import type { Invite } from '../../world/types.ts';
import type { Api } from '../api.ts';
import { flagSchema } from '../forms/fields.ts';

const DAY_SECONDS = 86_400;

/** Body of Create Channel Invite, without its targets and roles. */
const createSchema = z.object({
  max_age: z
    .int()
    .min(0)
    .max(7 * DAY_SECONDS)
    .nullish(),
  max_uses: z.int().min(0).max(100).nullish(),
  temporary: z.boolean().nullish(),
  unique: z.boolean().nullish(),
});

const querySchema = z.object({ with_counts: flagSchema.default(false) });

export function addInviteRoutes({ route, publicRoute, world, access }: Api): void {
  const { invites, state } = world;

  route('POST /channels/:channel_id/invites', (call) => {
    const { channel, need } = access.guildChannel(call.actor, call.id('channel_id'));
    need(PermissionFlagsBits.CreateInstantInvite);
    const form = call.form(createSchema);
    const invite = {
      maxAge: form.max_age ?? DAY_SECONDS,
      maxUses: form.max_uses ?? 0,
      temporary: form.temporary ?? false,
      unique: form.unique ?? false,
    };
    return invites.view(invites.create(channel.id, invite, call.auditContext));
  });

  route('GET /channels/:channel_id/invites', (call) => {
    const { channel, guild, need } = access.guildChannel(call.actor, call.id('channel_id'));
    need(PermissionFlagsBits.ManageChannels);
    return invites
      .list(guild.id)
      .filter(({ channelId }) => channelId === channel.id)
      .map((invite) => invites.view(invite));
  });

  route('GET /guilds/:guild_id/invites', (call) => {
    const { guild, has, need } = access.guild(call.actor, call.id('guild_id'));
    const seesMetadata = has(PermissionFlagsBits.ManageGuild);
    if (!seesMetadata) need(PermissionFlagsBits.ViewAuditLog);
    return invites
      .list(guild.id)
      .map((invite) => (seesMetadata ? invites.view(invite) : withoutMetadata(invite)));
  });

  publicRoute('GET /invites/:code', (call) => {
    const invite = invites.find(call.word('code'));
    if (!call.query(querySchema).with_counts) return withoutMetadata(invite);
    const { size } = findGuild(state, invite.guildId).members;
    const counts = { approximate_member_count: size, approximate_presence_count: size };
    return { ...withoutMetadata(invite), ...counts };
  });

  // Undocumented, because apps can't join by invite: this is the route of Discord's own clients.
  route('POST /invites/:code', (call) => {
    const { actor } = call;
    if (actor.kind === 'bot') throw apiError(RESTJSONErrorCodes.BotsCannotUseThisEndpoint);
    const invite = invites.find(call.word('code'));
    const { guildId } = invite;
    if (areInvitesPaused(state, guildId)) throw apiError(RESTJSONErrorCodes.UnknownInvite);
    world.members.add({ guildId, userId: actor.userId });
    return withoutMetadata(invite);
  });

  route('DELETE /invites/:code', (call) => {
    const invite = invites.find(call.word('code'));
    const inGuild = access.guild(call.actor, invite.guildId);
    const inChannel = access.guildChannel(call.actor, invite.channelId);
    const mayDelete =
      inGuild.has(PermissionFlagsBits.ManageGuild) ||
      inChannel.has(PermissionFlagsBits.ManageChannels);
    if (!mayDelete) throw apiError(RESTJSONErrorCodes.MissingPermissions);
    const deleted = withoutMetadata(invite);
    invites.delete(invite.code, call.auditContext);
    return deleted;
  });

  function withoutMetadata(invite: Invite): APIInvite {
    const {
      uses: _uses,
      max_uses: _maxUses,
      max_age: _maxAge,
      temporary: _temporary,
      created_at: _createdAt,
      ...plain
    } = invites.view(invite);
    return plain;
  }
}
