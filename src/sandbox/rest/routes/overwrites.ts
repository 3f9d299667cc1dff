import { PermissionFlagsBits } from 'discord-api-types/v10';

import type { GuildChannelAccess } from '../access.ts';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { overwriteOf } from '../channel-forms.ts';
import { overwriteBodySchema } from '../forms/channel.ts';

export function addOverwriteRoutes({ route, world, access }: Api): void {
  function managed(call: Call): GuildChannelAccess {
    const place = access.guildChannel(call.actor, call.id('channel_id'));
    place.need(PermissionFlagsBits.ManageRoles);
    return place;
  }

  route('PUT /channels/:channel_id/permissions/:overwrite_id', (call) => {
    const { channel, need } = managed(call);
    const form = call.form(overwriteBodySchema);
    // Nobody gives or takes what they don't have themselves.
    need((form.allow ?? 0n) | (form.deny ?? 0n));
    const overwrite = overwriteOf(call.id('overwrite_id'), form);
    world.channels.setOverwrite(channel.id, overwrite, call.deed);
  });

  route('DELETE /channels/:channel_id/permissions/:overwrite_id', (call) => {
    const { channel } = managed(call);
    world.channels.deleteOverwrite(channel.id, call.id('overwrite_id'), call.deed);
  });
}
