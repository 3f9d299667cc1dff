/* Notices to authors wait in a stored queue: an author gets at most one an hour in a server, about the latest case. */

/** The state of an author's notices in a server. Times are milliseconds since the Unix epoch. */
export interface NoticeRow {
  readonly guildId: string;
  readonly authorId: string;
  /** The latest case with a notice. */
  readonly caseNumber: number;
  /** The notice about that case is still to be sent. */
  readonly isWaiting: boolean;
  readonly queuedAt: number;
  /** It is not sent before this time. */
  readonly dueAt: number;
  /** Attempts to send it. Their answer may have been lost. */
  readonly tries: number;
  /** When the author got the last notice; null: never. */
  readonly sentAt: number | null;
}

/** Stores the queue. */
export interface Notices {
  get(guildId: string, authorId: string): Promise<NoticeRow | null>;
  put(notice: NoticeRow): Promise<void>;
  /** The waiting notice that is due first; null: none waits. */
  next(): Promise<NoticeRow | null>;
}
