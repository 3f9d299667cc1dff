import {
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIPartialGuild,
  type APIUser,
} from 'discord-api-types/v10';
import { z } from 'zod';

import { apiError } from '../../errors.ts';
import { channelFor } from '../../world/channels/channel-state.ts';
import { ALL_PERMISSIONS } from '../../world/guilds/permissions.ts';
import { findUser } from '../../world/state.ts';
import type { Actor, GuildState } from '../../world/types.ts';
import type { Api } from '../api.ts';
import { snowflakeSchema } from '../forms/fields.ts';

const openDmSchema = z.object({ recipient_id: snowflakeSchema });

export function addUserRoutes({ route, world, access }: Api): void {
  const { state } = world;

  route('GET /users/@me', ({ actor }): APIUser => {
    const { user } = findUser(state, actor.userId);
    return { ...user, verified: true, mfa_enabled: true, locale: 'en-US', email: null };
  });

  route('GET /users/@me/guilds', ({ actor }) =>
    world.guildsOf(actor.userId).map((guild) => summary(actor, guild)),
  );

  route('DELETE /users/@me/guilds/:guild_id', (call) => {
    const { guild } = access.guild(call.actor, call.id('guild_id'));
    if (guild.owner_id === call.actor.userId) throw apiError(RESTJSONErrorCodes.InvalidGuild);
    world.members.leave({ guildId: guild.id, userId: call.actor.userId });
  });

  // Discord never lists DMs to bots, and the sandbox doesn't list them to users.
  route('GET /users/@me/channels', () => []);

  route('POST /users/@me/channels', (call) => {
    const { recipient_id: otherId } = call.form(openDmSchema);
    const channel = world.users.openDm(call.actor.userId, otherId);
    return channelFor(state, channel, call.actor.userId);
  });

  route('GET /users/:user_id', (call) => findUser(state, call.id('user_id')).user);

  route('GET /applications/@me', ({ actor }) => application(actor));
  route('GET /oauth2/applications/@me', ({ actor }) => application(actor));

  function application(actor: Actor): object {
    if (actor.kind !== 'bot') throw apiError(RESTJSONErrorCodes.OnlyBotsCanUseThisEndpoint);
    const { id, name, flags, botUserId, ownerId } = actor.application;
    return {
      id,
      name,
      icon: null,
      description: '',
      summary: '',
      bot_public: true,
      bot_require_code_grant: false,
      verify_key: '0'.repeat(64),
      team: null,
      owner: findUser(state, ownerId).user,
      flags,
      bot: findUser(state, botUserId).user,
      tags: [],
      install_params: {
        scopes: ['bot', 'applications.commands'],
        permissions: PermissionFlagsBits.ViewChannel.toString(),
      },
    };
  }

  function summary(
    actor: Actor,
    guild: GuildState,
  ): Pick<APIPartialGuild, 'id' | 'name' | 'icon'> & { owner: boolean; permissions: string } {
    const owner = guild.owner_id === actor.userId;
    const permissions = owner ? ALL_PERMISSIONS : access.guild(actor, guild.id).permissions;
    const { id, name, icon } = guild.payload;
    return { id, name, icon, owner, permissions: permissions.toString() };
  }
}
