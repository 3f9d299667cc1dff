import type { Case } from '../case.ts';
import type { ManualOrder } from './manual-case.ts';

/** Carries out what moderators order by a command. */
export interface ManualActions {
  /**
   * Opens a case for the order and runs it. The caller must have checked the moderator's permissions. `in progress`: Discord
   * does not answer; the case goes on by itself, even after a restart.
   */
  run(order: ManualOrder): Promise<ManualResult>;
}

export interface ManualResult {
  readonly kind: 'ended' | 'in progress';
  readonly record: Case;
}

/** A moderator's choice among a channel's latest messages, to delete them. */
export interface PurgeFilter {
  /** At most this many, the latest ones. */
  readonly count: number;
  /** By this member; null: by anyone. */
  readonly authorId: string | null;
  /** Containing these words, in any case; null: any text. */
  readonly contains: string | null;
  readonly includesPinned: boolean;
}

export interface PurgeMessage {
  readonly id: string;
  readonly authorId: string;
  readonly authorName: string;
  readonly text: string;
  /** Discord deletes it only one by one, because it is older than two weeks. */
  readonly isOld: boolean;
}

export interface PurgeSelection {
  /** Newest first. */
  readonly messages: readonly PurgeMessage[];
  /** Pinned messages that match and are kept. */
  readonly pinned: number;
  /** How many messages were looked at. */
  readonly searched: number;
  /** The channel has older messages that were not looked at. */
  readonly hasOlder: boolean;
}

/** Finds messages to delete. Rejects when Discord does not answer or the search is aborted. */
export interface PurgeSearch {
  /** Null: the bot is not allowed to read the channel's history. */
  find(
    channelId: string,
    filter: PurgeFilter,
    options: { readonly signal: AbortSignal; onPage(searched: number): void },
  ): Promise<PurgeSelection | null>;
}
