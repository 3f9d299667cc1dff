import type { Guild } from 'discord.js';
import { DiscordUnavailableError } from '../rest/errors.ts';
import type { Membership } from './messages/snapshot.ts';

/** How long the gateway may take to send the members who wrote a page of messages. */
const MEMBERS_TIMEOUT_MS = 15_000;

/** Users who left are absent. Members that are not cached are requested together, over the gateway. */
export async function membershipsOf(
  guild: Guild,
  userIds: ReadonlySet<string>,
): Promise<Map<string, Membership>> {
  const missing = [...userIds].filter((id) => !guild.members.cache.has(id));
  const cached = guild.members.cache.filter(({ id }) => userIds.has(id));
  const fetched = missing.length === 0 ? cached : cached.concat(await fetchMembers(guild, missing));
  return new Map(
    fetched.map(({ id, nickname, roles, joinedAt }) => {
      const roleIds = [...roles.cache.keys()].filter((role) => role !== guild.id);
      const membership = { nick: nickname, roles: roleIds, joined_at: joinedAt?.toISOString() };
      return [id, membership];
    }),
  );
}

async function fetchMembers(guild: Guild, userIds: string[]): Promise<Guild['members']['cache']> {
  try {
    return await guild.members.fetch({ user: userIds, time: MEMBERS_TIMEOUT_MS });
  } catch (error) {
    const message = `Could not look up members of guild ${guild.id}.`;
    throw new DiscordUnavailableError(message, { cause: error });
  }
}
