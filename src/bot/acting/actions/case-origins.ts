import type { Client } from 'discord.js';
import type { CaseOrigins } from '../../domain/preview.ts';
import { fetchMembers } from './authority.ts';
import { authorRankOf } from '../../access/permissions.ts';
import { isAgeRestricted, parentIdsOf } from '../../access/channels.ts';

/** The origins of cases' texts, with the roles that their authors have now. Throws when Discord does not answer. */
export function createCaseOrigins(client: Client): CaseOrigins {
  return async (guildId, records) => {
    const guild = client.guilds.cache.get(guildId);
    if (guild === undefined) return new Map();
    const people = records.filter(({ author }) => author.kind === 'person');
    const members = await fetchMembers(guild, [...new Set(people.map(({ author }) => author.id))]);
    return new Map(
      records.map((record) => {
        const { number, subject, messageId, channelId, edited, openedAt, author } = record;
        const { id, kind, joinedAt } = author;
        const roles = [...(members.get(id)?.roles.cache.keys() ?? [])];
        const roleIds = roles.filter((roleId) => roleId !== guildId);
        const parentIds = parentIdsOf(guild, channelId);
        const rank = kind === 'person' ? authorRankOf(guild, id, roleIds) : 'member';
        return [
          number,
          {
            subject,
            messageId,
            channelId,
            parentIds,
            isAgeRestricted: isAgeRestricted(guild, [channelId, ...parentIds]),
            editedAt: edited || subject !== 'message' ? openedAt : null,
            author: { id, kind, rank, roleIds, joinedAt },
          },
        ];
      }),
    );
  };
}
