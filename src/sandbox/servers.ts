import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';

import { BOT_PERMISSIONS } from './default-world.ts';
import type { Sandbox } from './sandbox.ts';

/** A server with the bot, its owner, alice and bob. */
export interface AddedServer {
  readonly guildId: string;
  readonly name: string;
  readonly chatId: string;
  /** #mod-alerts, which only the owner and the bot can see. */
  readonly moderatorChannelId: string;
}

/** Creation time of the first server. Each further one is created a millisecond later, and so lands on the next shard. */
const FIRST_CREATED_MS = Date.UTC(2024, 0, 1);

/** Adds servers that are evenly spread over any number of shards. Call it once for a sandbox. */
export function addServers({ world, members, botId }: Sandbox, count: number): AddedServer[] {
  const ownerId = members.owner.id;
  const asOwner = { byUserId: ownerId, reason: null };
  const type = ChannelType.GuildText;
  const VIEW = PermissionFlagsBits.ViewChannel.toString();

  return Array.from({ length: count }, (_, index) => {
    const name = `Server ${index + 1}`;
    const createdAt = FIRST_CREATED_MS + index;
    const { id: guildId } = world.guilds.create({ name, ownerId, createdAt });
    const role = world.roles.create(
      guildId,
      { name: 'Portcullis', position: 1, permissions: BOT_PERMISSIONS },
      asOwner,
    );
    const permission_overwrites = [
      { id: guildId, type: OverwriteType.Role, allow: '0', deny: VIEW },
      { id: role.id, type: OverwriteType.Role, allow: VIEW, deny: '0' },
    ];
    const chat = world.channels.create(guildId, { name: 'chat', type }, asOwner);
    const alerts = world.channels.create(
      guildId,
      { name: 'mod-alerts', type, permission_overwrites },
      asOwner,
    );
    for (const { id: userId } of [members.alice, members.bob]) {
      world.members.add({ guildId, userId });
    }
    // Comes last, so that a connected bot receives the complete server at once.
    world.members.add({ guildId, userId: botId }, { roles: [role.id] });
    return { guildId, name, chatId: chat.id, moderatorChannelId: alerts.id };
  });
}
