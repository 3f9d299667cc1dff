import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { z } from 'zod';
import {
  mailFileSchema,
  type Conversation,
  type MailEntry,
  type MailFile,
} from '../../domain/mail/mail.ts';
import type { PostRef } from '../../domain/posts/post.ts';
import type { StateTables } from '../tables.ts';

const filesSchema = z.array(mailFileSchema);

export function conversationOf(row: Selectable<StateTables['mail_conversations']>): Conversation {
  const { channel_id: channelId, thread_id: messageId, closed_at: at, closed_by: byId } = row;
  return {
    guildId: row.guild_id,
    memberId: row.member_id,
    memberName: row.member_name,
    openedAt: row.opened_at,
    closed: at === null || byId === null ? null : { byId, at, note: row.closing_note ?? '' },
    blockedById: row.blocked_by,
    dmChannelId: row.dm_channel_id,
    dmSeenId: row.dm_seen_id,
    post: channelId === null || messageId === null ? null : { channelId, messageId },
    threadSeenId: row.thread_seen_id,
  };
}

export function entryOf(row: Selectable<StateTables['mail_entries']>): MailEntry {
  return {
    guildId: row.guild_id,
    id: row.entry_id,
    memberId: row.member_id,
    kind: row.kind,
    byId: row.by_id,
    text: row.text,
    files: filesOf(row.files),
    before: row.before,
    isDeleted: row.deleted === 1,
    delivery: row.delivery,
    writtenAt: row.written_at,
  };
}

/** Malformed links are worth less than the text beside them. */
export function filesOf(json: string): readonly MailFile[] {
  try {
    return filesSchema.safeParse(JSON.parse(json)).data ?? [];
  } catch {
    return [];
  }
}

export const isOfMember = (guildId: string, memberId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`guild_id = ${guildId} AND member_id = ${memberId}`;

export const isEntry = (guildId: string, id: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`guild_id = ${guildId} AND entry_id = ${id}`;

/** A column of an id that only grows. */
export function isOlder(column: string, id: string): RawBuilder<SqlBool> {
  const name = sql.ref(column);
  return sql<SqlBool>`(${name} IS NULL OR length(${name}) < ${id.length}
    OR (length(${name}) = ${id.length} AND ${name} < ${id}))`;
}

export function conversationPost(guildId: string, memberId: string): PostRef {
  return { guildId, kind: 'mail', subject: memberId };
}

export function entryPost(guildId: string, entryId: string): PostRef {
  return { guildId, kind: 'mail entry', subject: entryId };
}
