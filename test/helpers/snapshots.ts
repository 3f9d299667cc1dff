import type { Author, Snapshot } from '../../src/bot/domain/snapshot.ts';
import { snowflakeAt } from '../../src/shared/snowflake.ts';

/** The start of `createFakeClock`. */
const START_MS = Date.UTC(2025, 0, 1);

/** An id from `ms` milliseconds after the fake clock's start. */
export function idAt(ms: number): string {
  return snowflakeAt(START_MS + ms);
}

export const GUILD = '100000000000000001';
export const CHANNEL = '100000000000000003';

/** A plain message of a member. `text` becomes its content; empty for a message without any. */
export function snapshot(
  overrides: Partial<Omit<Snapshot, 'author'>> & { text?: string; author?: Partial<Author> } = {},
): Snapshot {
  const { text = 'hello', author, ...rest } = overrides;
  return {
    subject: 'message',
    messageId: idAt(1000),
    guildId: GUILD,
    channelId: CHANNEL,
    parentIds: [],
    isAgeRestricted: false,
    parts: text === '' ? [] : [{ kind: 'content', text }],
    files: [],
    recordings: [],
    posting: null,
    pictures: [],
    previousMessageId: null,
    announcedThreadId: null,
    editedAt: null,
    ...rest,
    author: {
      id: '100000000000000004',
      name: 'alice',
      kind: 'person',
      rank: 'member',
      roleIds: [],
      usedBy: null,
      joinedAt: null,
      ...author,
    },
  };
}
