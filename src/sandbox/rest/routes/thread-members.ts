import {
  ChannelType,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIThreadMember,
} from 'discord-api-types/v10';
import { z } from 'zod';

import { compareSnowflakes } from '../../../shared/snowflake.ts';
import { apiError } from '../../errors.ts';
import type { GuildState } from '../../world/types.ts';
import type { Api } from '../api.ts';
import { mayListMembers } from '../privileged.ts';
import { flagSchema, limitSchema, snowflakeSchema } from '../forms/fields.ts';

const oneSchema = z.object({ with_member: flagSchema.default(false) });
const listSchema = oneSchema.extend({
  after: snowflakeSchema.default('0'),
  limit: limitSchema({ max: 100, defaultLimit: 100 }),
});

export function addThreadMemberRoutes({ route, world, access }: Api): void {
  const { threadMembers } = world;
  const base = '/channels/:channel_id/thread-members';

  // Discord documents PUT; discord.py joins with POST.
  for (const method of ['PUT', 'POST']) {
    route(`${method} ${base}/@me`, (call) => {
      const { channel } = access.guildChannel(call.actor, call.id('channel_id'));
      threadMembers.add(channel.id, call.actor.userId);
    });
  }

  route(`DELETE ${base}/@me`, (call) => {
    const { channel } = access.guildChannel(call.actor, call.id('channel_id'));
    threadMembers.remove(channel.id, call.actor.userId);
  });

  route(`PUT ${base}/:user_id`, (call) => {
    const { channel, need } = access.guildChannel(call.actor, call.id('channel_id'));
    need(PermissionFlagsBits.SendMessages);
    threadMembers.add(channel.id, call.id('user_id'));
  });

  route(`DELETE ${base}/:user_id`, (call) => {
    const { channel, need } = access.guildChannel(call.actor, call.id('channel_id'));
    const isOwnPrivate =
      channel.type === ChannelType.PrivateThread && channel.payload.owner_id === call.actor.userId;
    if (!isOwnPrivate) need(PermissionFlagsBits.ManageThreads);
    threadMembers.remove(channel.id, call.id('user_id'));
  });

  route(`GET ${base}/:user_id`, (call) => {
    const { channel, guild } = access.guildChannel(call.actor, call.id('channel_id'));
    const word = call.word('user_id');
    const member = channel.threadMembers.get(
      word === '@me' ? call.actor.userId : call.id('user_id'),
    );
    if (member === undefined) throw apiError(RESTJSONErrorCodes.UnknownMember);
    return call.query(oneSchema).with_member ? withGuildMember(guild, member) : member;
  });

  route(`GET ${base}`, (call) => {
    if (!mayListMembers(call.actor)) throw apiError(RESTJSONErrorCodes.MissingAccess);
    const { channel, guild } = access.guildChannel(call.actor, call.id('channel_id'));
    const { with_member: withMember, after, limit } = call.query(listSchema);
    const all = [...channel.threadMembers.values()];
    // Until v11, only the list with members is paginated.
    if (!withMember) return all;
    return all
      .filter((member) => compareSnowflakes(member.user_id ?? '', after) > 0)
      .sort((a, b) => compareSnowflakes(a.user_id ?? '', b.user_id ?? ''))
      .slice(0, limit)
      .map((member) => withGuildMember(guild, member));
  });
}

function withGuildMember(guild: GuildState, member: APIThreadMember): APIThreadMember {
  const guildMember = guild.members.get(member.user_id ?? '');
  return guildMember === undefined ? member : { ...member, member: guildMember };
}
