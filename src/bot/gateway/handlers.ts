import type { AppError } from '../../shared/errors.ts';
import type { WrittenMessage } from '../domain/mail/mail.ts';
import type { DeletedMessages } from '../domain/message-log.ts';
import type { MissedMessage, Snapshot } from '../domain/snapshot.ts';
import type { WatchedChannel } from './watched-channels.ts';

/** Receives direct messages, and messages in the threads about them. */
export interface MailHandlers {
  /** Runs for every message of a server, so it must be fast. */
  isThread(channelId: string): boolean;
  /** A person wrote or edited a message. `guildId` null: a direct message. */
  onWritten(event: {
    readonly guildId: string | null;
    readonly message: WrittenMessage;
    readonly isNew: boolean;
  }): void;
  onDeleted(event: { readonly guildId: string | null; readonly messageId: string }): void;
}

export interface GatewayHandlers {
  /** A guild message was posted or edited. Runs for every message, so it must be fast. */
  readonly onMessage: (snapshot: Snapshot) => void;
  /** A text that is not a message appeared or changed: a title, a name, a topic, an event. Must be fast. */
  readonly onText: (snapshot: Snapshot) => void;
  readonly mail: MailHandlers;
  /** A guild is available: at the start, after joining it, and after every new session or outage. */
  readonly onGuildAvailable: (
    guildId: string,
    channels: WatchedChannel[],
    /** When the bot joined it (Unix epoch, milliseconds); null if Discord does not say. */
    joinedAt: number | null,
  ) => void;
  /** Messages were deleted, by whomever. Discord does not send their texts. */
  readonly onDeleted: (messages: DeletedMessages) => void;
  /** A message arrived but could not be read. */
  readonly onMissed: (message: MissedMessage) => void;
  /** Channels to read again: threads that were archived or hidden from the bot and are now open to it. */
  readonly onThreadsOpened: (guildId: string, threads: WatchedChannel[]) => void;
  /** The bot was added to a guild. Not called for a guild that was there before a restart or a reconnect. */
  readonly onGuildJoined: (guildId: string, joinedAt: number) => void;
  /** The bot is no longer in a guild. */
  readonly onGuildRemoved: (guildId: string) => void;
  /** Discord ended the session permanently after `connect` had resolved. */
  readonly onEnded: (error: AppError) => void;
}
