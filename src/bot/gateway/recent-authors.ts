import { createRecentMap } from '../../shared/recent-map.ts';

/** Members as Discord sent them with their latest messages, for the few of whom discord.js will be asked. */
export interface RecentAuthors {
  /** In the shapes that Discord documents: a message's `author`, and its `member`, which does not repeat the author. */
  note(guildId: string, author: { readonly id: string }, member: object): void;
  /** The member changed or left: what came with a message is out of date. */
  forget(guildId: string, userId: string): void;
  /** Changes may have been missed. */
  clear(): void;
  /** The member with its user. Null: they wrote nothing lately, or changed since. */
  find(guildId: string, userId: string): object | null;
}

/** About a kilobyte each. Authors are asked for within moments of their message. */
const KEPT = 500;

interface Author {
  readonly guildId: string;
  readonly author: object;
  readonly member: object;
}

export function createRecentAuthors(): RecentAuthors {
  /** By user. Of a user in several servers the latest message counts. */
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
