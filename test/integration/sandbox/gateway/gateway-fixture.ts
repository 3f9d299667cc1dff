import { createServer } from 'node:http';

import {
  ApplicationFlags,
  ChannelType,
  OverwriteType,
  PermissionFlagsBits,
  type APIMessage,
} from 'discord-api-types/v10';

import { silentLogger } from '../../../../src/shared/logger.ts';
import {
  createSandboxGateway,
  type SandboxGateway,
} from '../../../../src/sandbox/gateway/gateway.ts';
import { createSharding, type ShardingOptions } from '../../../../src/sandbox/gateway/sharding.ts';
import type { ChannelState, GuildState, UserState } from '../../../../src/sandbox/world/types.ts';
import { NO_FLAGS } from '../../../../src/sandbox/world/messages/flags.ts';
import { createWorld, type World } from '../../../../src/sandbox/world/world.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/fake-clock.ts';
import { portOf } from '../../../helpers/servers/port-of.ts';

export interface GatewayFixture {
  readonly clock: FakeClock;
  readonly world: World;
  readonly gateway: SandboxGateway;
  readonly url: string;
  readonly guild: GuildState;
  readonly bot: UserState;
  /** A bot whose application has no privileged intent. */
  readonly plainBot: UserState;
  readonly alice: UserState;
  readonly general: ChannelState;
  /** Only the owner can view it. */
  readonly hidden: ChannelState;
  /** Posts a message. Default: alice posts in general. */
  post(message: { content?: string; channel?: ChannelState; by?: UserState }): APIMessage;
  stop(): Promise<void>;
}

/** Starts the gateway with a small world and a fake clock. Default: without limits of identifies. */
export async function startGateway(
  sharding: ShardingOptions = { identifyLimits: 'off' },
): Promise<GatewayFixture> {
  const clock = createFakeClock(Date.parse('2026-01-01T00:00:00Z'));
  let seed = 1;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const world = createWorld({ clock, random, cdnUrl: () => 'http://127.0.0.1' });
  const { users, members } = world;
  const owner = users.create({ username: 'owner' });
  const guild = world.guilds.create({ name: 'Test', ownerId: owner.id });
  const bot = users.createBot({
    username: 'bot',
    ownerId: owner.id,
    applicationFlags:
      ApplicationFlags.GatewayMessageContentLimited | ApplicationFlags.GatewayGuildMembersLimited,
  });
  const plainBot = users.createBot({
    username: 'plain',
    ownerId: owner.id,
    applicationFlags: NO_FLAGS,
  });
  const alice = users.create({ username: 'alice' });
  for (const { id } of [bot, plainBot, alice]) members.add({ guildId: guild.id, userId: id });

  function addChannel(name: string, deny: bigint): ChannelState {
    const everyone = { id: guild.id, type: OverwriteType.Role, allow: '0', deny: deny.toString() };
    return world.channels.create(
      guild.id,
      { type: ChannelType.GuildText, name, permission_overwrites: [everyone] },
      { byUserId: owner.id, reason: null },
    );
  }

  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${portOf(server)}/gateway`;
  const general = addChannel('general', 0n);
  const hidden = addChannel('hidden', PermissionFlagsBits.ViewChannel);
  const gateway = createSandboxGateway({
    world,
    server,
    logger: silentLogger,
    gatewayUrl: () => url,
    sharding: createSharding(world, sharding),
    rateLimits: 1,
  });

  return {
    clock,
    world,
    gateway,
    url,
    guild,
    bot,
    plainBot,
    alice,
    general,
    hidden,
    post({ content = 'hello', channel = general, by = alice }) {
      return world.messages.create(channel.id, { authorId: by.id, content });
    },
    async stop() {
      gateway.stop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
