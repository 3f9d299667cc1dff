import {
  ChannelType,
  PermissionFlagsBits as Permission,
  type APIMessage,
} from 'discord-api-types/v10';
import { vi } from 'vitest';
import { INVITED_PERMISSION_BITS } from '../../../src/bot/access/permissions.ts';
import { createPerson, type Person } from '../../../src/sandbox/person.ts';
import type { Scene } from '../scene.ts';

/** A server that adds the bot with its invitation. */
export interface NewServer {
  readonly guildId: string;
  readonly chatId: string;
  readonly owner: Person;
  readonly bob: Person;
  /** The bot joins. */
  addBot(options?: { readonly addedBy?: string; readonly permissions?: bigint }): void;
  messagesIn(channelId: string): APIMessage[];
  /** The channel with this name. */
  channelNamed(name: string): string | undefined;
}

export function createServer(on: Scene, { hasSystemChannel = true } = {}): NewServer {
  const { sandbox, asOwner } = on;
  const { world, members, botId, apiUrl } = sandbox;
  const { id: guildId } = world.guilds.create({ name: 'Newcomers', ownerId: members.owner.id });
  const type = ChannelType.GuildText;
  const chat = world.channels.create(guildId, { name: 'chat', type }, asOwner);
  if (hasSystemChannel) world.guilds.update(guildId, { system_channel_id: chat.id }, asOwner);
  world.members.add({ guildId, userId: members.bob.id });
  return {
    guildId,
    chatId: chat.id,
    owner: createPerson(apiUrl, members.owner),
    bob: createPerson(apiUrl, members.bob),
    addBot({ addedBy, permissions = INVITED_PERMISSION_BITS } = {}) {
      const role = world.roles.create(
        guildId,
        { name: 'Portcullis', permissions, managed: true, tags: { bot_id: botId } },
        asOwner,
      );
      world.members.add(
        { guildId, userId: botId },
        { roles: [role.id], ...(addedBy === undefined ? {} : { addedBy }) },
      );
    },
    messagesIn: (channelId) => [...on.channel(channelId).messages.values()],
    channelNamed: (name) =>
      [...(world.state.guilds.get(guildId)?.channels.values() ?? [])].find(
        ({ payload }) => payload.name === name,
      )?.id,
  };
}

export const { ViewAuditLog, ManageGuild, ManageChannels } = Permission;

/** Waits for what the bot does by itself. */
export function until<T>(expectation: () => T): Promise<T> {
  return vi.waitFor(expectation, { timeout: 10_000 });
}
