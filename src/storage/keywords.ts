import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createInTurn } from '../lib/in-turn.ts';
import type { Logger } from '../lib/logger.ts';
import {
  foldKeyword,
  type Keyword,
  type KeywordRegistry,
  type Keywords,
} from '../moderation/keywords.ts';
import { createCollection } from './collection.ts';
import type { Database } from './database.ts';

const keywordSchema: z.ZodType<Keyword> = z.object({
  text: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  at: z.number(),
});

/**
 * A record a keyword of a server. Who wants what is held in memory as well, since it is asked for every alert; one process
 * has the database.
 */
export function createKeywords(database: Database, logger: Logger): Keywords & KeywordRegistry {
  const keywords = createCollection({ database, prefix: 'keyword', schema: keywordSchema, logger });
  /** The servers by keyword. Loaded once. */
  let loading: Promise<Map<string, Set<string>>> | null = null;

  async function load(): Promise<Map<string, Set<string>>> {
    const wanted = new Map<string, Set<string>>();
    for (const key of await keywords.keys()) {
      const [guildId = '', name = ''] = key.split(':');
      note(wanted, name, guildId);
    }
    return wanted;
  }

  async function wanted(): Promise<Map<string, Set<string>>> {
    try {
      return await (loading ??= load());
    } catch (error) {
      loading = null;
      throw error;
    }
  }

  const inTurn = createInTurn();
  const keyOf = (guildId: string, text: string): string => `${guildId}:${nameOf(text)}`;

  return {
    async list(guildId) {
      const found = await keywords.getMany(await keywords.keys(`${guildId}:`));
      return [...found.values()].sort((a, b) => a.text.localeCompare(b.text, 'en'));
    },
    find: (guildId, text) => keywords.get(keyOf(guildId, text)),
    async add(guildId, keyword) {
      const guilds = await wanted();
      await keywords.set(keyOf(guildId, keyword.text), keyword);
      note(guilds, nameOf(keyword.text), guildId);
    },
    async remove(guildId, text) {
      const guilds = await wanted();
      await keywords.delete(keyOf(guildId, text));
      guilds.get(nameOf(text))?.delete(guildId);
    },
    async isWantedElsewhere(guildId, text) {
      const guilds = (await wanted()).get(nameOf(text)) ?? [];
      return [...guilds].some((id) => id !== guildId);
    },
    inTurn: (text, work) => inTurn(nameOf(text), work),
    async isWanted(guildId, text) {
      const guilds = (await wanted()).get(nameOf(text));
      return guilds === undefined || guilds.size === 0 || guilds.has(guildId);
    },
  };
}

function note(wanted: Map<string, Set<string>>, name: string, guildId: string): void {
  const guilds = wanted.get(name) ?? new Set();
  wanted.set(name, guilds.add(guildId));
}

/** Fit for a key, whatever stands in the keyword. */
function nameOf(text: string): string {
  return createHash('sha256').update(foldKeyword(text)).digest('base64url');
}
