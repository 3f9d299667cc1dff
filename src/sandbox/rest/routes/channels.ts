import { ChannelType, PermissionFlagsBits, RESTJSONErrorCodes } from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { channelFor, holdsMessages, isThread } from '../../world/channels/channel-state.ts';
import type { Api } from '../api.ts';
import type { GuildChannelAccess } from '../access.ts';
import type { Call } from '../call.ts';
import { overwriteOf, patchOf } from '../channel-forms.ts';
import { omitUndefined } from '../omit-fields.ts';
import { editChannelSchema, editThreadSchema, overwriteBodySchema } from '../forms/channel.ts';

export function addChannelRoutes({ route, world, access }: Api): void {
  const { state } = world;

  route('GET /channels/:channel_id', (call) => {
    const { channel } = access.channel(call.actor, call.id('channel_id'));
    return channelFor(state, channel, call.actor.userId);
  });

  route('PATCH /channels/:channel_id', (call) => {
    const channelAccess = access.guildChannel(call.actor, call.id('channel_id'));
    const changed = isThread(channelAccess.channel)
      ? editThread(call, channelAccess)
      : editChannel(call, channelAccess);
    return channelFor(state, changed, call.actor.userId);
  });

  route('DELETE /channels/:channel_id', (call) => {
    const { channel, need } = access.channel(call.actor, call.id('channel_id'));
    const shown = channelFor(state, channel, call.actor.userId);
    // Closing a DM only removes it from the user's own list, so nothing changes here.
    if (channel.type === ChannelType.DM) return shown;
    need(
      isThread(channel) ? PermissionFlagsBits.ManageThreads : PermissionFlagsBits.ManageChannels,
    );
    if (isThread(channel)) world.threads.delete(channel.id, call.auditContext);
    else world.channels.delete(channel.id, call.auditContext);
    return shown;
  });

  route('POST /channels/:channel_id/typing', (call) => {
    const { channel, need } = access.channel(call.actor, call.id('channel_id'));
    if (!holdsMessages(channel)) {
      throw apiError(RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel);
    }
    need(PermissionFlagsBits.SendMessages);
    world.typing(channel.id, call.actor.userId);
  });

  route('PUT /channels/:channel_id/permissions/:overwrite_id', (call) => {
    const { channel, need } = manageableChannel(call);
    const form = call.form(overwriteBodySchema);
    // Members can only allow or deny permissions they have themselves.
    need((form.allow ?? 0n) | (form.deny ?? 0n));
    const overwrite = overwriteOf(call.id('overwrite_id'), form);
    world.channels.setOverwrite(channel.id, overwrite, call.auditContext);
  });

  route('DELETE /channels/:channel_id/permissions/:overwrite_id', (call) => {
    const { channel } = manageableChannel(call);
    world.channels.deleteOverwrite(channel.id, call.id('overwrite_id'), call.auditContext);
  });

  function manageableChannel(call: Call): GuildChannelAccess {
    const channelAccess = access.guildChannel(call.actor, call.id('channel_id'));
    channelAccess.need(PermissionFlagsBits.ManageRoles);
    return channelAccess;
  }

  function editChannel(call: Call, { channel, need }: GuildChannelAccess) {
    need(PermissionFlagsBits.ManageChannels);
    const form = call.form(editChannelSchema);
    if (form.permission_overwrites) need(PermissionFlagsBits.ManageRoles);
    return world.channels.update(channel.id, patchOf(state, form), call.auditContext);
  }

  /** The creator of a thread may rename, archive and reopen it; everything else needs MANAGE_THREADS. */
  function editThread(call: Call, { channel, has, need }: GuildChannelAccess) {
    const { rate_limit_per_user: slowmode, ...form } = call.form(editThreadSchema);
    const { archived, locked } = channel.payload.thread_metadata ?? {};
    const isOwner = channel.payload.owner_id === call.actor.userId;
    const onlyReopens = form.archived === false && Object.keys(omitUndefined(form)).length === 1;
    const managed =
      form.locked !== undefined || slowmode !== undefined || form.flags !== undefined || locked;
    if (onlyReopens && locked !== true) need(PermissionFlagsBits.SendMessages);
    else if (managed === true || !isOwner) need(PermissionFlagsBits.ManageThreads);
    if (archived === true && form.archived !== false && !has(PermissionFlagsBits.ManageThreads)) {
      throw apiError(RESTJSONErrorCodes.InvalidActionOnArchivedThread);
    }
    const patch = omitUndefined({ ...form, rate_limit_per_user: slowmode ?? undefined });
    return world.threads.update(channel.id, patch, call.auditContext);
  }
}
