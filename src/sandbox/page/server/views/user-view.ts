import type { APIGuildMember, APIUser } from 'discord-api-types/v10';

import type { GuildState } from '../../../world/types.ts';
import type { RoleView, UserView } from '../../protocol/guild.ts';
import { cssColor } from './color.ts';

export function userName({ global_name: globalName, username }: APIUser): string {
  return globalName ?? username;
}

export function userView(user: APIUser, guild: GuildState | null): UserView {
  const member = guild?.members.get(user.id);
  return {
    id: user.id,
    name: member?.nick ?? userName(user),
    isBot: user.bot === true,
    color: guild === null || member === undefined ? null : memberColor(guild, member),
  };
}

export function roleViews({ id: guildId, roles }: GuildState): RoleView[] {
  return [...roles.values()]
    .filter(({ id }) => id !== guildId)
    .sort((a, b) => b.position - a.position)
    .map(({ id, name, color }) => ({ id, name, color: cssColor(color) }));
}

function memberColor(guild: GuildState, member: APIGuildMember): string | null {
  const colored = member.roles
    .flatMap((id) => guild.roles.get(id) ?? [])
    .filter(({ color }) => color !== 0)
    .sort((a, b) => b.position - a.position);
  return cssColor(colored[0]?.color);
}
