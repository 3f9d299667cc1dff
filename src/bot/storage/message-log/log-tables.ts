/** The tables of the message log. */
export interface MessageLogTables {
  /** Messages of members in servers with a message log, in case they are deleted or edited. */
  logged_messages: {
    guild_id: string;
    message_id: string;
    channel_id: string;
    author_id: string;
    /** The author's name and the text. See `createLogTexts`. */
    encrypted_text: string;
    /** 0: never. */
    edited_at: number;
    seen_at: number;
    expires_at: number;
  };
  /** Deletions and edits until the message log shows them. See `LogEntry`. */
  log_entries: {
    guild_id: string;
    message_id: string;
    kind: 'deleted' | 'bulk' | 'edited';
    at: number;
    channel_id: string;
    author_id: string | null;
    encrypted_before: string | null;
    encrypted_after: string | null;
    /** 1: an attempt to post it has begun. */
    attempted: 0 | 1;
    expires_at: number;
  };
}
