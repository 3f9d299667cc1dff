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
const KEPT = 1_000;

export function createRecentAuthors(): RecentAuthors {
  /** By user, the oldest first. Of a user in several servers the latest message counts. */
  const authors = new Map<string, { guildId: string; author: object; member: object }>();

  return {
    note(guildId, author, member) {
      authors.delete(author.id);
      authors.set(author.id, { guildId, author, member });
      if (authors.size <= KEPT) return;
      for (const oldest of authors.keys()) {
        authors.delete(oldest);
        return;
      }
    },
    forget(guildId, userId) {
      if (authors.get(userId)?.guildId === guildId) authors.delete(userId);
    },
    clear: () => authors.clear(),
    find(guildId, userId) {
      const found = authors.get(userId);
      return found?.guildId === guildId ? { ...found.member, user: found.author } : null;
    },
  };
}
