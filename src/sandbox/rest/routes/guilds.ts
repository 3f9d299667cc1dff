import { PermissionFlagsBits, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { z } from 'zod';

import { apiError, invalidField } from '../../errors.ts';
import { apiGuild } from '../../world/guilds/api-guild.ts';
import { asApiChannel, isThread } from '../../world/channels/channel-state.ts';
import { canView } from '../../world/guilds/guild-create.ts';
import type { Api } from '../api.ts';
import { newChannelOf } from '../channel-forms.ts';
import { omitNullish, omitUndefined } from '../omit-fields.ts';
import { channelPositionsSchema, createChannelSchema } from '../forms/channel.ts';
import { flagSchema } from '../forms/fields.ts';
import { editGuildSchema, incidentActionsSchema } from '../forms/guild.ts';

const LONGEST_INCIDENT_ACTION_MS = 24 * 60 * 60_000;

const guildQuerySchema = z.object({ with_counts: flagSchema.optional() });

export function addGuildRoutes({ route, world, access }: Api): void {
  const { state } = world;

  route('GET /guilds/:guild_id', (call) => {
    const { guild } = access.guild(call.actor, call.id('guild_id'));
    const { with_counts: withCounts } = call.query(guildQuerySchema);
    const counts = {
      approximate_member_count: guild.members.size,
      approximate_presence_count: guild.members.size,
    };
    return { ...apiGuild(guild), ...(withCounts === true ? counts : {}) };
  });

  route('PATCH /guilds/:guild_id', (call) => {
    const { guild, need } = access.guild(call.actor, call.id('guild_id'));
    need(PermissionFlagsBits.ManageGuild);
    const patch = omitUndefined(call.form(editGuildSchema));
    return apiGuild(world.guilds.update(guild.id, patch, call.auditContext));
  });

  route('PUT /guilds/:guild_id/incident-actions', (call) => {
    const { guild, need } = access.guild(call.actor, call.id('guild_id'));
    need(PermissionFlagsBits.ManageGuild);
    const actions = omitUndefined(call.form(incidentActionsSchema));
    const latest = state.clock.now() + LONGEST_INCIDENT_ACTION_MS;
    for (const [field, until] of Object.entries(actions)) {
      if (until === null || Date.parse(until) <= latest) continue;
      throw invalidField([field], {
        code: 'BASE_TYPE_MAX_TIME',
        message: 'Must be at most 24 hours in the future.',
      });
    }
    return world.guilds.setIncidentActions(guild.id, actions);
  });

  // Like Discord, this includes channels the user can't view.
  route('GET /guilds/:guild_id/channels', (call) => {
    const { guild } = access.guild(call.actor, call.id('guild_id'));
    return [...guild.channels.values()]
      .filter((channel) => !isThread(channel) && canView(state, channel, call.actor.userId))
      .map(({ payload }) => asApiChannel(payload));
  });

  route(
    'POST /guilds/:guild_id/channels',
    (call) => {
      const { guild, need } = access.guild(call.actor, call.id('guild_id'));
      need(PermissionFlagsBits.ManageChannels);
      const channel = newChannelOf(state, call.form(createChannelSchema));
      // Create Guild Channel: only permissions that the member has in the guild can be allowed or denied.
      for (const { allow, deny } of channel.permission_overwrites ?? []) {
        need(BigInt(allow) | BigInt(deny));
      }
      return asApiChannel(world.channels.create(guild.id, channel, call.auditContext).payload);
    },
    { status: 201 },
  );

  route('PATCH /guilds/:guild_id/channels', (call) => {
    const { guild, need } = access.guild(call.actor, call.id('guild_id'));
    need(PermissionFlagsBits.ManageChannels);
    const moves = call.form(channelPositionsSchema);
    for (const { id } of moves) {
      if (!guild.channels.has(id)) throw apiError(RESTJSONErrorCodes.UnknownChannel);
    }
    for (const { id, position, parent_id: parentId } of moves) {
      const patch = { ...omitNullish({ position }), ...omitUndefined({ parent_id: parentId }) };
      world.channels.update(id, patch, call.auditContext);
    }
  });

  route('GET /guilds/:guild_id/emojis', (call) => [
    ...access.guild(call.actor, call.id('guild_id')).guild.emojis.values(),
  ]);

  route('GET /guilds/:guild_id/stickers', (call) => [
    ...access.guild(call.actor, call.id('guild_id')).guild.stickers.values(),
  ]);

  route('GET /stickers/:sticker_id', (call) => {
    const id = call.id('sticker_id');
    for (const guild of state.guilds.values()) {
      const sticker = guild.stickers.get(id);
      if (sticker !== undefined) return sticker;
    }
    throw apiError(RESTJSONErrorCodes.UnknownSticker);
  });
}
