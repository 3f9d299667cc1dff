import type { Unavailable } from '../../shared/tasks/retry.ts';
import type { VerdictQuotes } from './verdict.ts';
import type { AuthorHistory } from './figures/author-history.ts';
import type { Message } from '../locales/message.ts';
import type { Translate } from '../locales/translate.ts';
import type { Action, Outcome } from './effects.ts';
import type {
  Case,
  CaseDraft,
  DiscordAction,
  MessageRef,
  ModeratorAction,
  ServiceJudgement,
} from './case.ts';
import type { NoticeRow } from './notices.ts';
import type { Policy } from './policy/policy.ts';
import type { PostRef } from './posts/post.ts';
import type { Recording, Snapshot, TextFile } from './snapshot.ts';

/* The pipeline's ports. Adapters implement them. */

/**
 * Has the service judge a sample. Never throws for anything the service or the network does. `metadata` null: the sample is
 * not one posted message, so the service's add-ons ignore it.
 */
export interface Moderator {
  moderate(sample: string, metadata: Record<string, string> | null): Promise<ModerationResult>;
}

export type ModerationResult =
  | ServiceJudgement
  /** The service is unavailable: wait, at least `retryAfterMs` if the service named it. */
  | (ServiceProblem & { kind: 'unavailable'; retryAfterMs: number | null });

/** Why the moderation service is unavailable. */
export interface ServiceProblem {
  readonly reason: Message;
  /** The error's message, for the log and the health check. */
  readonly error: string;
}

/** The case an effect belongs to. */
export interface EffectContext {
  readonly record: Case;
  readonly policy: Policy;
  /** The text of the message; null after its retention period. */
  readonly text: string | null;
  /** An earlier process, or an attempt whose answer was lost, may have done this step: check before doing it again. */
  readonly resumed: boolean;
  /** The moderator action that the effect belongs to; absent: the policy decided. */
  readonly moderatorAction?: ModeratorAction;
}

/** Does one action on Discord. Safe to repeat. Never throws for anything Discord answers. */
export interface Executor {
  execute(action: Action, context: EffectContext): Promise<Outcome | Unavailable>;
}

/** A text in the server's language. `mention`: a command as a clickable mention. */
export type Announcement = (t: Translate, mention: (command: string) => string) => string;

/** A case as its alert shows it. */
export interface AlertCase {
  readonly record: Case;
  /** The text of the message; null after its retention period. */
  readonly text: string | null;
}

/** The cases of an alert. */
export interface AlertPost {
  /** Cases of one author, oldest first. */
  readonly cases: readonly [AlertCase, ...AlertCase[]];
  readonly policy: Policy;
}

/** The moderator channels of servers. */
export interface ModeratorChannels {
  /** The channel for this server's alerts; null: there is none, or it is not known yet. */
  channelId(guildId: string, policy: Policy): string | null;
  /** Whether the server lacks a channel in which the bot can post. False while that is not known. */
  hasNoChannel(guildId: string, policy: Policy): boolean;
  /**
   * Posts a plain text there, in the server's language. Best effort. `former`: earlier settings; their moderator channel
   * gets the text as well, if it is a different one.
   */
  announce(guildId: string, text: Announcement, former?: Policy): Promise<void>;
}

/** Reads messages from Discord. Throws when Discord does not answer. */
export interface History {
  /** A channel's messages with ids above `afterId`, oldest first. Empty where the bot lacks permission. */
  after(channelId: string, afterId: string): AsyncIterable<Snapshot>;
  /** A channel's messages since a time (Unix epoch, milliseconds), newest first. Empty where the bot lacks permission. */
  latest(channelId: string, sinceMs: number): AsyncIterable<Snapshot>;
  /** A channel's messages that were edited at `sinceMs` (Unix epoch) or later, among its latest within configured limits. */
  edited(channelId: string, sinceMs: number): AsyncIterable<Snapshot>;
  /** A message in its current state; null: deleted. */
  message(channelId: string, messageId: string): Promise<Snapshot | null>;
}

/**
 * A server's latest messages: of each channel with messages since a time (Unix epoch, milliseconds), at most `max`. Throws when
 * Discord does not answer.
 */
export type RecentMessages = (
  guildId: string,
  sinceMs: number,
  max: number,
) => AsyncIterable<Snapshot>;

/** A title or name as it is now. */
export interface CurrentText {
  /** See `Snapshot.messageId`. */
  readonly id: string;
  readonly text: string;
  /** Null: it is judged with a message. */
  snapshot(): Promise<Snapshot | null>;
}

export interface CurrentTexts {
  /**
   * Titles of threads and names of members. Those newer than `since` have never been seen. Throws when Discord does not
   * answer.
   */
  of(
    guildId: string,
    options: { readonly since: string; readonly hasNames: boolean },
  ): AsyncIterable<CurrentText>;
}

/** Hashes of the titles and names of a server, to find those that changed. */
export interface SeenTexts {
  /** Null: the bot has not looked at this server yet. */
  get(guildId: string): Promise<ReadonlySet<number> | null>;
  set(guildId: string, hashes: readonly number[]): Promise<void>;
}

/** Reads attached text files. */
export interface TextFiles {
  /** The text of a file, of at most `maxBytes` of it. `none`: it is gone or no text. Never throws. */
  read(file: TextFile, maxBytes: number): Promise<FileText>;
}

export type FileText =
  /** `isCut`: the file is longer. */
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'none' }
  /** Discord did not hand it over, even when asked again. */
  | { readonly kind: 'unreadable' };

/** Has recordings transcribed and every sentence judged by the service. */
export interface Transcriber {
  /** Takes minutes. Rejects with the reason of `signal` when it aborts. */
  transcribe(recording: Pick<Recording, 'url'>, signal: AbortSignal): Promise<Transcription>;
}

export type Transcription =
  | {
      readonly kind: 'transcribed';
      /** In the order they were spoken; empty: nobody speaks. */
      readonly sentences: readonly {
        readonly text: string;
        readonly judgement: ServiceJudgement;
      }[];
      /** The service says that it read only the beginning. */
      readonly isCut: boolean;
    }
  | Extract<ServiceJudgement, { kind: 'unchecked' }>
  /** Try again later. */
  | { readonly kind: 'unavailable'; readonly reason: string };

export interface Policies {
  /** The server's policy, or the default one. */
  get(guildId: string): Promise<Policy>;
  set(guildId: string, policy: Policy): Promise<void>;
  /**
   * Changes the latest policy; changes of one server run one after the other. Writes nothing if `change` returns the same
   * policy object or throws. Resolves to the result of `change`, or rejects with its error.
   */
  update<T extends { readonly policy: Policy }>(
    guildId: string,
    change: (latest: Policy) => T,
  ): Promise<T>;
}

export interface Cases {
  /** Numbers the draft and stores it with its text and its sealed pictures, which are kept for `evidenceDays`. */
  open(
    draft: CaseDraft,
    text: string,
    evidenceDays: number,
    sealedPictures?: string | null,
  ): Promise<Case>;
  /** Changes the latest stored state of a case, one change after the other. `notice`: stored in the same write. */
  update(record: Case, change: (latest: Case) => Case, notice?: NoticeRow): Promise<Case>;
  get(guildId: string, number: number): Promise<Case | null>;
  /** The text of a case; null after its retention period. */
  evidence(guildId: string, number: number): Promise<string | null>;
  /** The sealed pictures of a case; null: it has none, or after its retention period. */
  sealedPictures(guildId: string, number: number): Promise<string | null>;
  /** The verdict's quotes of the text; null after its retention period. */
  quotes(guildId: string, number: number): Promise<VerdictQuotes | null>;
  /** The latest case about a message. */
  ofMessage(guildId: string, messageId: string): Promise<Case | null>;
  /** The cases that an alert shows, oldest first. `messageId`: the alert's. */
  ofAlert(guildId: string, messageId: string): Promise<Case[]>;
  /** The alert that shows an author's latest case with an alert. */
  latestAlert(guildId: string, authorId: string): Promise<MessageRef | null>;
  /** The cases of a server, or of one author in it, newest first. */
  list(guildId: string, options: CaseListOptions): Promise<Case[]>;
  /** The cases of an author before the case `below` that were opened since a time, and still count. One bounded query. */
  historyOf(
    guildId: string,
    authorId: string,
    range: { readonly sinceMs: number; readonly below: number },
  ): Promise<AuthorHistory>;
  /** Removes the texts of an author's cases, but not the cases. Resolves to the number of cases. */
  forgetTexts(guildId: string, authorId: string): Promise<number>;
  /** Cases with open steps or a moderator action that has not ended. */
  unfinished(): AsyncIterable<Case>;
  /** The newest cases with an alert that were opened since a time (Unix epoch, milliseconds) and that no moderator has handled. */
  openAlerts(
    guildId: string,
    range: { readonly sinceMs: number; readonly limit: number },
  ): Promise<Case[]>;
  /** The cases whose temporary ban the bot has to end at this time (Unix epoch, milliseconds) or before. */
  bansEndedBy(timeMs: number): Promise<readonly CaseRef[]>;
  /** The first `limit` cases that wait only for this alert to bring them to the moderators. */
  waitingForAlert(alert: PostRef, limit: number): Promise<Case[]>;
  /** The first `limit` cases of a server that wait for the same kind of action, the most urgent first. */
  waitingFor(guildId: string, place: ActionPlace, limit: number): Promise<WaitingCase[]>;
}

/** One of Discord's rate limits: a kind of action in a server, or in one of its channels. */
export interface ActionPlace {
  readonly kind: DiscordAction['kind'];
  /** Null: in all of the server. */
  readonly channelId: string | null;
}

export interface CaseRef {
  readonly guildId: string;
  readonly number: number;
}

export interface WaitingCase {
  readonly number: number;
  /** See `urgencyOf`. */
  readonly urgency: number;
}

export interface CaseListOptions {
  readonly authorId?: string;
  /** Only cases with lower numbers. */
  readonly below?: number;
  readonly limit: number;
}

/** Stores how far each channel is moderated. */
export interface Checkpoints {
  /** The snowflake from which a server is watched. Set once, when the bot first sees the server. */
  watchedSince(guildId: string, nowId: string): Promise<string>;
  /** The checkpoints of these channels, without the channels that have none. */
  read(guildId: string, channelIds: readonly string[]): Promise<Map<string, Checkpoint>>;
  /** Stores checkpoints together with the server's watermark. */
  write(
    guildId: string,
    checkpoints: ReadonlyMap<string, Checkpoint>,
    guildWatermark: string,
  ): Promise<void>;
  /**
   * The snowflake up to which everything visible in a server is moderated. A channel without a checkpoint starts here,
   * because it was hidden from the bot before. Null: unknown.
   */
  guildWatermark(guildId: string): Promise<string | null>;
  /** The bot left the server. If it comes back, it does not read what was written in between. */
  forget(guildId: string): Promise<void>;
}

export interface Checkpoint {
  /** Every message of the channel up to this id is moderated. */
  readonly messageId: string;
  /** Every edit up to this time (Unix epoch, milliseconds) is moderated. */
  readonly editedAt: number;
}

/** An outage of the moderation service. */
export interface Outage extends ServiceProblem {
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
}
