import { LRUCache } from 'lru-cache';
import type { Selectable } from 'kysely';
import { createKeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import {
  MAX_WORDS,
  type AddedWords,
  type ListedWord,
  type ServerWords,
  type WordList,
} from '../domain/words/server-words.ts';
import { createWordMatcher, type WordMatcher } from '../domain/words/word-matcher.ts';
import { parseWord, wordKey, type WordPattern } from '../domain/words/word-pattern.ts';
import type { StateDatabase, StateTables } from './tables.ts';

/** How many compiled words are cached, because every message needs its server's words. Each takes about a kilobyte. */
const CACHED_WORDS = 100_000;
/** How many rows are inserted in one statement. With seven columns each, both databases accept that many parameters. */
const ROWS_AT_ONCE = 100;

interface Words {
  readonly listed: readonly ListedWord[];
  readonly matcher: WordMatcher;
}

export interface StoredServerWords extends ServerWords {
  /** Reads the words of a server again. */
  forget(guildId: string): void;
}

export function createServerWords(database: StateDatabase): StoredServerWords {
  const cache = new LRUCache<string, Words>({
    maxSize: CACHED_WORDS,
    sizeCalculation: ({ listed }) => listed.length + 1,
  });
  const withGuildLock = createKeyedMutex();
  /** Counts changes, so that a read that began before one is not kept. */
  let changes = 0;

  async function read(guildId: string): Promise<Words> {
    const cached = cache.get(guildId);
    if (cached !== undefined) return cached;
    const before = changes;
    const rows = await database
      .selectFrom('server_words')
      .selectAll()
      .where('guild_id', '=', guildId)
      .execute();
    const listed = rows.flatMap(wordOf).sort((a, b) => a.text.localeCompare(b.text, 'en'));
    const on = (list: WordList): ListedWord[] => listed.filter((word) => word.list === list);
    const matcher = createWordMatcher({ blocked: on('blocked'), allowed: on('allowed') });
    const words = { listed, matcher };
    if (before === changes) cache.set(guildId, words);
    return words;
  }

  function forget(guildId: string): void {
    changes += 1;
    cache.delete(guildId);
  }

  return {
    forget,
    matcher: async (guildId) => (await read(guildId)).matcher,
    list: async (guildId) => (await read(guildId)).listed,
    add: (guildId, { list, words, by, at }) =>
      withGuildLock(guildId, async () => {
        const { listed } = await read(guildId);
        const { added, existing, leftOut } = sorted(listed, list, words);
        const rows = added.map((word) => ({
          guild_id: guildId,
          key: wordKey(word),
          list,
          text: word.text,
          by_id: by.id,
          by_name: by.name,
          added_at: at,
        }));
        await database.transaction().execute(async (transaction) => {
          for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
            await transaction
              .insertInto('server_words')
              .values(rows.slice(from, from + ROWS_AT_ONCE))
              .execute();
          }
        });
        forget(guildId);
        return { added, existing, leftOut };
      }),
    remove: (guildId, word) =>
      withGuildLock(guildId, async () => {
        const row = await database
          .deleteFrom('server_words')
          .where('guild_id', '=', guildId)
          .where('key', '=', wordKey(word))
          .returningAll()
          .executeTakeFirst();
        forget(guildId);
        return row === undefined ? null : (wordOf(row)[0] ?? null);
      }),
  };
}

/** Separates new words from existing ones, and counts those for which there is no room. */
function sorted(
  listed: readonly ListedWord[],
  list: WordList,
  words: readonly WordPattern[],
): AddedWords {
  const byKey = new Map(listed.map((word) => [wordKey(word), word]));
  const wanted = new Map(words.map((word) => [wordKey(word), word]));
  const existing = [...wanted.keys()].flatMap((key) => byKey.get(key) ?? []);
  const fresh = [...wanted].filter(([key]) => !byKey.has(key)).map(([, word]) => word);
  const room = Math.max(0, MAX_WORDS - listed.filter((word) => word.list === list).length);
  const added = fresh.slice(0, room);
  return { added, existing, leftOut: fresh.length - added.length };
}

/** Empty for a word that this version does not accept: it matches nothing. */
function wordOf(row: Selectable<StateTables['server_words']>): ListedWord[] {
  const word = parseWord(row.text);
  if (typeof word === 'string') return [];
  const by = { id: row.by_id, name: row.by_name };
  return [{ ...word, list: row.list, by, at: row.added_at }];
}
