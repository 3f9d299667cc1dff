import { PermissionFlagsBits } from 'discord-api-types/v10';

import type { GuildChannelAccess } from '../access.ts';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { overwriteOf } from '../channel-forms.ts';
import { overwriteBodySchema } from '../forms/channel.ts';

export function addOverwriteRoutes({ route, world, access }: Api): void {
  function manageableChannel(call: Call): GuildChannelAccess {
    const channelAccess = access.guildChannel(call.actor, call.id('channel_id'));
    channelAccess.need(PermissionFlagsBits.ManageRoles);
    return channelAccess;
  }

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
}
