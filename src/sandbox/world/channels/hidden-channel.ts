import { ChannelFlags, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';

import type { ChannelPayload } from '../types.ts';

/**
 * A channel as the gateway sends it to users who can't view it (resources/channel, obfuscated channels): its position
 * in the list, without its name and permissions.
 */
export function hiddenChannel({
  id,
  type,
  guild_id,
  position,
  parent_id,
}: ChannelPayload): ChannelPayload {
  return {
    id,
    type,
    name: '___hidden___',
    flags: ChannelFlags.ChannelObfuscated,
    ...(guild_id === undefined
      ? {}
      : {
          guild_id,
          permission_overwrites: [
            {
              id: guild_id,
              type: OverwriteType.Role,
              allow: '0',
              deny: PermissionFlagsBits.ViewChannel.toString(),
            },
          ],
        }),
    ...(position === undefined ? {} : { position }),
    ...(parent_id === undefined ? {} : { parent_id }),
  };
}
