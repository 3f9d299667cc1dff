import { createRecentMap } from '../../shared/recent-map.ts';

/** Members as Discord sent them with their latest messages, for the few that discord.js is asked about later. */
export interface RecentAuthors {
  /** In the shapes that Discord documents: a message's `author`, and its `member`, which does not repeat the author. */
  note(guildId: string, author: { readonly id: string }, member: object): void;
  /** The member changed or left, so the stored data is out of date. */
  forget(guildId: string, userId: string): void;
  /** For when changes may have been missed. */
  clear(): void;
  /** The member with its user. Null: they have written nothing lately, or have changed since. */
  find(guildId: string, userId: string): object | null;
}

/** About a kilobyte each. An author is needed within moments of their message, if at all. */
const KEPT = 500;

interface Author {
  readonly guildId: string;
  readonly author: object;
  readonly member: object;
}

export function createRecentAuthors(): RecentAuthors {
  /** By user. For a user in several servers, only the latest message counts. */
  const authors = createRecentMap<string, Author>(KEPT);

  return {
    note(guildId, author, member) {
      authors.set(author.id, { guildId, author, member });
    },
    forget(guildId, userId) {
      if (authors.get(userId)?.guildId === guildId) authors.delete(userId);
    },
    clear: authors.clear,
    find(guildId, userId) {
      const found = authors.get(userId);
      return found?.guildId === guildId ? { ...found.member, user: found.author } : null;
    },
  };
}
