import type { Action, Outcome } from './effects.ts';
import type { Case, CaseDraft } from './case.ts';
import type { Policy } from './policy.ts';
import type { Snapshot } from './snapshot.ts';
import type { Verdict } from './verdict.ts';

/*
 * What the pipeline needs of the world. Adapters implement these; the pipeline knows nothing else of them.
 */

/** Asks the service about a sample. Never throws for anything the service or the network does. */
export interface Moderator {
  moderate(sample: string, metadata: Record<string, string>): Promise<Moderation>;
}

export type Moderation =
  | { kind: 'verdict'; verdict: Verdict }
  /** This sample can't be judged; another may be. `reason` is a sentence for moderators. */
  | { kind: 'rejected'; reason: string }
  /** Nothing can be judged at the moment: wait (at least `retryAfterMs`, where the service said so). */
  | { kind: 'unavailable'; reason: string; retryAfterMs: number | null };

/** Discord could not be reached or said that it is overloaded; ask again later. */
export interface Unavailable {
  status: 'unavailable';
  reason: string;
}

/** What an effect needs to know of the case it belongs to. */
export interface EffectContext {
  readonly record: Case;
  readonly policy: Policy;
  /** The text of the message; null once its retention time is over. */
  readonly text: string | null;
  /**
   * True when this step may have been carried out already, by an earlier process or by an attempt whose
   * answer got lost: look before doing it again.
   */
  readonly resumed: boolean;
}

/** Does one action on Discord. Doing it twice is harmless. Never throws for anything Discord answers. */
export interface Executor {
  execute(action: Action, context: EffectContext): Promise<Outcome | Unavailable>;
}

/** Posts to the moderators of a guild. Never throws for anything Discord answers. */
export interface Alerts {
  /** The alert of a case. `alert` is where it stands now. */
  post(context: EffectContext): Promise<AlertResult | Unavailable>;
  /** A plain notice to the moderators of a guild, such as that checks are late. Best effort. */
  announce(guildId: string, text: string): Promise<void>;
}

export interface AlertResult {
  outcome: Outcome;
  alert: { channelId: string; messageId: string } | null;
}

/** Reads what was written while nobody listened. Throws when Discord does not answer. */
export interface History {
  /** A channel's messages with ids above `afterId`, oldest first. Ends at once where the bot may not read. */
  after(channelId: string, afterId: string): AsyncIterable<Snapshot>;
  /** Those of a channel's latest 100 messages that were edited at `sinceMs` (Unix epoch) or later. */
  edited(channelId: string, sinceMs: number): AsyncIterable<Snapshot>;
  /** One message as it is now; null when it is gone. */
  message(channelId: string, messageId: string): Promise<Snapshot | null>;
}

export interface Policies {
  /** The guild's policy, or the default one. */
  get(guildId: string): Promise<Policy>;
  set(guildId: string, policy: Policy): Promise<void>;
}

export interface Cases {
  /** Gives the draft its number and stores it together with the text, which is kept for `evidenceDays`. */
  open(draft: CaseDraft, text: string, evidenceDays: number): Promise<Case>;
  save(record: Case): Promise<void>;
  get(guildId: string, number: number): Promise<Case | null>;
  /** The text of a case; null once its retention time is over. */
  evidence(guildId: string, number: number): Promise<string | null>;
  /** The latest case about a message. */
  ofMessage(guildId: string, messageId: string): Promise<Case | null>;
  /** Cases that were stored but not closed: an earlier process was killed in their midst. */
  unfinished(): AsyncIterable<Case>;
}

/** Up to where a channel's messages are moderated. */
export interface Checkpoints {
  /** From when on a guild is watched, as a snowflake: set once, when the bot first sees the guild. */
  watchedSince(guildId: string, nowId: string): Promise<string>;
  /** The checkpoints of these channels; a channel without one is absent. */
  read(guildId: string, channelIds: readonly string[]): Promise<Map<string, Checkpoint>>;
  write(guildId: string, checkpoints: ReadonlyMap<string, Checkpoint>): Promise<void>;
  /** The bot left the guild: should it come back, it starts anew and reads nothing written in between. */
  forget(guildId: string): Promise<void>;
}

export interface Checkpoint {
  /** Every message of the channel up to this id is moderated. */
  readonly messageId: string;
  /** Every edit up to this time (Unix epoch, milliseconds) is moderated. */
  readonly editedAt: number;
}
