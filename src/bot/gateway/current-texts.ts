import { Routes, type Client, type Guild } from 'discord.js';
import { z } from 'zod';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { compareSnowflakes, SNOWFLAKE_PATTERN } from '../../shared/snowflake.ts';
import type { CurrentText, CurrentTexts } from '../domain/ports.ts';
import { subjectId } from '../domain/snapshot.ts';
import { classifyError } from '../rest/classify-error.ts';
import { DiscordUnavailableError } from '../rest/errors.ts';
import { createTextSnapshots, nameOf, UNKNOWN_AUTHOR, type MemberData } from './text-snapshots.ts';

/**
 * Members of larger servers are not listed at the start. Listing this many takes ten requests, which Discord allows in ten
 * seconds.
 */
export const MAX_LISTED_MEMBERS = 10_000;
/** Discord's largest page. */
const PAGE = 1000;

const memberSchema = z.looseObject({
  user: z.looseObject({
    id: z.string().regex(SNOWFLAKE_PATTERN),
    username: z.string(),
    global_name: z.string().nullable().catch(null),
    bot: z.boolean().optional().catch(undefined),
  }),
  nick: z.string().nullable().catch(null),
  roles: z.array(z.string()),
  joined_at: z.string().nullable().catch(null),
});

/** Reads the titles and names that a server has now. */
export function createCurrentTexts(deps: {
  client: Client;
  clock: Clock;
  logger: Logger;
}): CurrentTexts {
  const { client, logger } = deps;
  const { titleOf, newTitle, memberName } = createTextSnapshots(deps);

  function titles(guild: Guild, since: string): CurrentText[] {
    const threads = guild.channels.cache.filter((channel) => channel.isThread());
    return threads.map(({ id, name, parentId, ownerId, type }) => ({
      id: subjectId('title', id),
      text: name,
      snapshot: async () => {
        const thread = { id, name, type, ...(parentId === null ? {} : { parent_id: parentId }) };
        if (compareSnowflakes(id, since) <= 0) return titleOf(guild, thread, UNKNOWN_AUTHOR);
        return newTitle(guild, { ...thread, ...(ownerId === null ? {} : { owner_id: ownerId }) });
      },
    }));
  }

  async function* names(guild: Guild): AsyncGenerator<CurrentText> {
    if (guild.memberCount > MAX_LISTED_MEMBERS) {
      logger.info({ guildId: guild.id }, 'too many members to look for changed names');
      return;
    }
    let after = '0';
    for (;;) {
      const page = await listMembers(client, guild.id, after);
      for (const value of page) {
        const { data } = memberSchema.safeParse(value);
        if (data === undefined) continue;
        // The checked fields are the only ones that are read.
        const member = { ...data, guild_id: guild.id } as unknown as MemberData;
        const { id } = data.user;
        if (compareSnowflakes(id, after) > 0) after = id;
        yield {
          id: subjectId('name', id),
          text: nameOf(member),
          snapshot: async () => memberName(guild, member),
        };
      }
      if (page.length < PAGE) return;
    }
  }

  return {
    async *of(guildId, { since, hasNames }) {
      const guild = client.guilds.cache.get(guildId);
      if (guild?.available !== true) return;
      yield* titles(guild, since);
      if (hasNames) yield* names(guild);
    },
  };
}

/** Empty: Discord does not let the bot list them. */
async function listMembers(
  { rest }: Client,
  guildId: string,
  after: string,
): Promise<readonly unknown[]> {
  const query = new URLSearchParams({ limit: String(PAGE), after });
  try {
    const page = await rest.get(Routes.guildMembers(guildId), { query });
    return Array.isArray(page) ? page : [];
  } catch (error) {
    const failure = classifyError(error);
    if (failure.kind === 'refused') return [];
    throw new DiscordUnavailableError(`Could not list the members of ${guildId}.`, {
      cause: error,
    });
  }
}
