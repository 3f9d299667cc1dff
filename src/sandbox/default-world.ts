import {
  ApplicationFlags,
  ChannelType,
  OverwriteType,
  PermissionFlagsBits as Permission,
} from 'discord-api-types/v10';

import type { NewChannel } from './world/channels/channels.ts';
import { asFlags, NO_FLAGS } from './world/messages/flags.ts';
import type { UserState } from './world/types.ts';
import type { World } from './world/world.ts';

export const BOT_PERMISSIONS =
  Permission.ViewChannel |
  Permission.SendMessages |
  Permission.EmbedLinks |
  Permission.ReadMessageHistory |
  Permission.ManageMessages |
  Permission.ModerateMembers |
  Permission.KickMembers |
  Permission.BanMembers |
  Permission.ManageRoles |
  Permission.ManageNicknames |
  Permission.ManageThreads |
  Permission.ManageChannels;

const MODERATOR_PERMISSIONS =
  Permission.ManageMessages |
  Permission.ModerateMembers |
  Permission.KickMembers |
  Permission.BanMembers |
  Permission.ManageThreads |
  Permission.ViewAuditLog;

export interface SeededMember {
  readonly id: string;
  readonly token: string;
  readonly roles: readonly string[];
}

/** Ids and tokens of the default world, by name. */
export interface DefaultWorld {
  readonly guildId: string;
  readonly applicationId: string;
  readonly botId: string;
  readonly botToken: string;
  readonly channels: Readonly<Record<ChannelName, string>>;
  readonly roles: Readonly<Record<RoleName, string>>;
  readonly members: Readonly<Record<MemberName, SeededMember>>;
}

type RoleName = 'Trusted' | 'Moderator' | 'Portcullis' | 'Above';
type ChannelName =
  | 'Text Channels'
  | 'general'
  | 'random'
  | 'mod-alerts'
  | 'announcements'
  | 'help-forum'
  | 'Lounge';
type MemberName =
  | 'owner'
  | 'moderator'
  | 'alice'
  | 'bob'
  | 'carol'
  | 'dave'
  | 'overlord'
  | 'trusted'
  | 'helper-bot';

/**
 * One guild with everything a moderation bot meets: members below and above its role, a member with closed DMs,
 * another bot, a private moderator channel, a forum, a voice channel.
 */
export function seedDefaultWorld(world: World): DefaultWorld {
  const { users } = world;
  const owner = users.create({ username: 'owner', globalName: 'Olivia' });
  const guild = world.guilds.create({ name: 'Portcullis Sandbox', ownerId: owner.id });
  const auditContext = { byUserId: owner.id, reason: null };
  const bot = users.createBot({
    username: 'Portcullis',
    ownerId: owner.id,
    // Every privileged intent except presences, which the bot doesn't use.
    applicationFlags: asFlags(
      ApplicationFlags.GatewayMessageContentLimited | ApplicationFlags.GatewayGuildMembersLimited,
    ),
  });

  const addRole = (name: RoleName, position: number, permissions = 0n): string =>
    world.roles.create(guild.id, { name, position, permissions, hoist: true }, auditContext).id;
  const roles: Record<RoleName, string> = {
    Trusted: addRole('Trusted', 1),
    Moderator: addRole('Moderator', 2, MODERATOR_PERMISSIONS),
    Portcullis: world.roles.create(
      guild.id,
      {
        name: 'Portcullis',
        position: 3,
        permissions: BOT_PERMISSIONS,
        managed: true,
        tags: { bot_id: bot.id },
      },
      auditContext,
    ).id,
    Above: addRole('Above', 4),
  };

  function join(user: UserState, names: readonly RoleName[] = []): SeededMember {
    const ids = names.map((name) => roles[name]);
    world.members.add({ guildId: guild.id, userId: user.id }, { roles: ids });
    return { id: user.id, token: user.token, roles: names };
  }
  const person = (username: string, globalName: string): UserState =>
    users.create({ username, globalName });

  join(bot, ['Portcullis']);
  const members: Record<MemberName, SeededMember> = {
    owner: { id: owner.id, token: owner.token, roles: [] },
    moderator: join(person('moderator', 'Morgan'), ['Moderator']),
    alice: join(person('alice', 'Alice')),
    bob: join(person('bob', 'Bob')),
    carol: join(person('carol', 'Carol')),
    dave: join(users.create({ username: 'dave', globalName: 'Dave', dmsOpen: false })),
    overlord: join(person('overlord', 'Overlord'), ['Above']),
    trusted: join(person('trusted', 'Trudy'), ['Trusted']),
    'helper-bot': join(
      users.createBot({ username: 'helper-bot', ownerId: owner.id, applicationFlags: NO_FLAGS }),
    ),
  };

  return {
    guildId: guild.id,
    applicationId: bot.application?.id ?? bot.id,
    botId: bot.id,
    botToken: bot.token,
    channels: seedChannels(world, { guildId: guild.id, ownerId: owner.id, roles }),
    roles,
    members,
  };
}

function seedChannels(
  world: World,
  {
    guildId,
    ownerId,
    roles,
  }: { guildId: string; ownerId: string; roles: Record<RoleName, string> },
): Record<ChannelName, string> {
  const auditContext = { byUserId: ownerId, reason: null };
  const add = (name: ChannelName, type: ChannelType, extra: Partial<NewChannel> = {}): string =>
    world.channels.create(guildId, { name, type, ...extra }, auditContext).id;
  const overwrite = (id: string, allow: bigint, deny: bigint) => ({
    id,
    type: OverwriteType.Role,
    allow: allow.toString(),
    deny: deny.toString(),
  });

  const category = add('Text Channels', ChannelType.GuildCategory);
  const inCategory = { parent_id: category };
  return {
    'Text Channels': category,
    general: add('general', ChannelType.GuildText, { ...inCategory, position: 0 }),
    random: add('random', ChannelType.GuildText, { ...inCategory, position: 1 }),
    'mod-alerts': add('mod-alerts', ChannelType.GuildText, {
      ...inCategory,
      position: 2,
      permission_overwrites: [
        overwrite(guildId, 0n, Permission.ViewChannel),
        overwrite(roles.Moderator, Permission.ViewChannel, 0n),
        overwrite(roles.Portcullis, Permission.ViewChannel, 0n),
      ],
    }),
    announcements: add('announcements', ChannelType.GuildAnnouncement, {
      ...inCategory,
      position: 3,
      permission_overwrites: [
        overwrite(guildId, 0n, Permission.SendMessages),
        overwrite(roles.Moderator, Permission.SendMessages, 0n),
      ],
    }),
    'help-forum': add('help-forum', ChannelType.GuildForum, { ...inCategory, position: 4 }),
    Lounge: add('Lounge', ChannelType.GuildVoice, { position: 5 }),
  };
}
