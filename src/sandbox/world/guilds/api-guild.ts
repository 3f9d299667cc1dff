import type { APIGuild } from 'discord-api-types/v10';

import type { GuildState } from '../types.ts';

export function apiGuild(guild: GuildState): APIGuild {
  return {
    ...guild.payload,
    roles: [...guild.roles.values()],
    emojis: [...guild.emojis.values()],
    stickers: [...guild.stickers.values()],
  };
}
