import type { Action, Outcome } from './effects.ts';
import type { Case, CaseDraft, ServiceJudgement, Ruling } from './case.ts';
import type { Decision, SkipReason } from './decide.ts';
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

/** Says what would come of a text, or why a message was left as it is. Does nothing. */
export interface Examiner {
  /** As if a member in no exempt channel had written it. */
  text(guildId: string, text: string): Promise<Examination>;
  /** A message as it stands now; null when it is gone. Throws when Discord does not answer. */
  message(channelId: string, messageId: string): Promise<MessageExamination | null>;
}

export interface Examination {
  readonly policy: Policy;
  readonly result:
    | {
        readonly kind: 'judged';
        /** Of the sample that counts; null where there is no text. */
        readonly judgement: ServiceJudgement | null;
        /** A long text is several. */
        readonly samples: number;
        /** Null where nothing is to be done. */
        readonly decision: Decision | null;
      }
    | { readonly kind: 'unavailable'; readonly reason: string };
}

export interface MessageExamination extends Examination {
  readonly snapshot: Snapshot;
  readonly text: string;
  /** Why the bot does not look at such a message at all. */
  readonly skip: SkipReason | null;
  /** The latest case about it. */
  readonly record: Case | null;
}

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
  /** The moderator's ruling it is done for; absent: the policy said so. */
  readonly ruling?: Ruling;
}

/** Does one action on Discord. Doing it twice is harmless. Never throws for anything Discord answers. */
export interface Executor {
  execute(action: Action, context: EffectContext): Promise<Outcome | Unavailable>;
}

/** Posts to the moderators of a guild. Never throws for anything Discord answers. */
export interface Alerts {
  /** The alert of a case. `alert` is where it stands now. */
  post(context: EffectContext): Promise<AlertResult | Unavailable>;
  /** Shows what moderators did, and what they can do now. Alerts that are gone or out of reach stay as they are. */
  refresh(record: Case): Promise<Unavailable | null>;
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
  /**
   * Changes a policy as it is at that moment; changes of one guild wait for each other. Nothing is written where `change`
   * gives back the very policy it got, or throws, which is then thrown. Resolves to what `change` gave.
   */
  update<T extends { readonly policy: Policy }>(
    guildId: string,
    change: (latest: Policy) => T,
  ): Promise<T>;
}

export interface Cases {
  /** Gives the draft its number and stores it together with the text, which is kept for `evidenceDays`. */
  open(draft: CaseDraft, text: string, evidenceDays: number): Promise<Case>;
  /**
   * Changes a case as it is stored at that moment, whatever the caller knows of it; what is about the same case waits
   * its turn. Resolves to the case as it is then.
   */
  update(known: Case, change: (latest: Case) => Case): Promise<Case>;
  get(guildId: string, number: number): Promise<Case | null>;
  /** The text of a case; null once its retention time is over. */
  evidence(guildId: string, number: number): Promise<string | null>;
  /** The latest case about a message. */
  ofMessage(guildId: string, messageId: string): Promise<Case | null>;
  /** A guild's cases, or those of one author's messages, the newest first. */
  list(guildId: string, options: CaseListOptions): Promise<Case[]>;
  /** Removes the texts of an author's messages, though not the cases. Resolves to how many cases that are. */
  forgetTexts(guildId: string, authorId: string): Promise<number>;
  /** Cases of which something is still to be done: an earlier process was killed in their midst. */
  unfinished(): AsyncIterable<Case>;
}

export interface CaseListOptions {
  readonly authorId?: string;
  /** Only cases with lower numbers. */
  readonly below?: number;
  readonly limit: number;
}

/** Up to where a channel's messages are moderated. */
export interface Checkpoints {
  /** From when on a guild is watched, as a snowflake: set once, when the bot first sees the guild. */
  watchedSince(guildId: string, nowId: string): Promise<string>;
  /** The checkpoints of these channels; a channel without one is absent. */
  read(guildId: string, channelIds: readonly string[]): Promise<Map<string, Checkpoint>>;
  /** Stores them at once with up to where the guild was heard. */
  write(
    guildId: string,
    checkpoints: ReadonlyMap<string, Checkpoint>,
    aliveUpTo: string,
  ): Promise<void>;
  /**
   * Up to where all that the bot could see of a guild is moderated, as a snowflake. A channel without a
   * checkpoint starts here: what is older was not for the bot to see. Null: nothing is known.
   */
  aliveUpTo(guildId: string): Promise<string | null>;
  /** The bot left the guild: should it come back, it starts anew and reads nothing written in between. */
  forget(guildId: string): Promise<void>;
}

export interface Checkpoint {
  /** Every message of the channel up to this id is moderated. */
  readonly messageId: string;
  /** Every edit up to this time (Unix epoch, milliseconds) is moderated. */
  readonly editedAt: number;
}

/** An event that nobody could post, put aside until someone asks for another try. */
export interface ParkedEvent {
  readonly eventId: string;
  /** Whose moderators it was for; null: nobody's. */
  readonly guildId: string | null;
  /** The add-on it came from. */
  readonly addon: string;
  readonly reason: string;
  readonly receivedAtMs: number;
}

/** What moderators and the operator can ask of the events. */
export interface Inbox {
  /** The oldest 100 that are put aside, of a guild or of none (null). */
  parked(guildId: string | null): Promise<ParkedEvent[]>;
  /** False: no such event is put aside. */
  retry(eventId: string): Promise<boolean>;
}

/** What a keyword alert tells of. */
export interface KeywordHit {
  readonly eventId: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string;
  readonly authorId: string;
  readonly keyword: string;
  /** The message, where the event carried it. */
  readonly text: string | null;
}

/** Keyword hits by the event they came with, for as long as the guild keeps texts. */
export interface KeywordHits {
  get(eventId: string): Promise<KeywordHit | null>;
  /** Removes the texts of an author's messages, though not the hits. Resolves to how many. */
  forgetTexts(guildId: string, authorId: string): Promise<number>;
}

/** Where tagging sessions were started. */
export interface TaggingPlaces {
  placeOf(convoId: string): Promise<{ guildId: string; channelId: string; userId: string } | null>;
}

/** The moderation service is away. */
export interface Outage {
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
  readonly reason: string;
}

/** How the pipeline is doing at this moment. */
export interface PipelineStatus {
  /** Messages that nobody has begun to judge. */
  readonly waiting: number;
  readonly oldestWaitingMs: number;
  /** Messages being judged or waiting for the service or for Discord. */
  readonly inFlight: number;
  /** Cases of which all is done but the alert. */
  readonly alertsWaiting: number;
  /** Set while the moderation service is away. */
  readonly outage: Outage | null;
  /** Channels with messages that are still to be fetched. */
  readonly channelsBehind: number;
}
