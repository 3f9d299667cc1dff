import type { EntryKind, MailEntry } from '../../domain/mail/mail.ts';

/** The tables of members' messages to the moderators. */
export interface MailTables {
  /** The servers that take members' messages, and the channel for them. */
  mail_servers: { guild_id: string; channel_id: string };
  /** See `Conversation`. The thread's id is the id of the post. */
  mail_conversations: {
    guild_id: string;
    member_id: string;
    member_name: string;
    opened_at: number;
    closed_at: number | null;
    closed_by: string | null;
    closing_note: string | null;
    blocked_by: string | null;
    dm_channel_id: string | null;
    dm_seen_id: string | null;
    channel_id: string | null;
    thread_id: string | null;
    thread_seen_id: string | null;
    /** Null while the member is blocked. */
    expires_at: number | null;
  };
  /** See `MailEntry`. */
  mail_entries: {
    guild_id: string;
    entry_id: string;
    member_id: string;
    kind: EntryKind;
    by_id: string;
    text: string;
    /** JSON of a list of files. */
    files: string;
    before: string | null;
    deleted: 0 | 1;
    delivery: MailEntry['delivery'];
    written_at: number;
    expires_at: number;
  };
}
