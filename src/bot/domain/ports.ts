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
import type { Decision, SkipReason } from './decide.ts';
import type { Origin } from './policy/choose-rule.ts';
import type { Policy } from './policy/policy.ts';
import type { PresetName } from './policy/preset-names.ts';
import type { DecidingRule } from './policy/rules.ts';
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

/** Shows what the bot would do about a text or a message, without doing it. */
export interface Preview {
  /** As if it came from `origin`, in a channel that is not exempt. */
  text(guildId: string, text: string, origin: Origin): Promise<PreviewResult>;
  /** A message in its current state; null: deleted. Throws when Discord does not answer. */
  message(channelId: string, messageId: string): Promise<MessagePreview | null>;
}

export interface PreviewResult {
  readonly policy: Policy;
  readonly result:
    | {
        readonly kind: 'judged';
        /** The judgement of the sample that decides; null: there is no text. */
        readonly judgement: ServiceJudgement | null;
        /** More than one for a long text. */
        readonly samples: number;
        /** Null: there is nothing to do. */
        readonly decision: Decision | null;
        /** The rule that wants nothing done; null: none does. */
        readonly sparedBy: DecidingRule | null;
        /** The preset for this text. */
        readonly preset: PresetName;
      }
    | { readonly kind: 'unavailable'; readonly reason: Message };
}

export interface MessagePreview extends PreviewResult {
  readonly snapshot: Snapshot;
  readonly text: string;
  /** Why the bot does not check the message; null: it does. */
  readonly skip: SkipReason | null;
  /** The latest case about it. */
  readonly record: Case | null;
}

/** Shows what a policy would have done over the last seven days, without doing it. */
export interface PolicyPreview {
  /** Throws when Discord does not answer, and the reason of `signal` when it aborts. */
  run(request: PolicyPreviewRequest): Promise<PolicyPreviewResult>;
}

export interface PolicyPreviewRequest {
  readonly guildId: string;
  readonly policy: Policy;
  /** The channels whose messages are read, at most 2,000 together. */
  readonly channelIds: readonly string[];
  /** Which cases count: those about what the person can see. */
  canSee(place: { readonly channelId: string; readonly forumId: string | null }): Promise<boolean>;
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

export type PolicyPreviewResult =
  | {
      readonly kind: 'done';
      readonly messages: number;
      /** Cases about messages that are gone, or were not among those read. */
      readonly cases: number;
      readonly texts: readonly PreviewedText[];
    }
  | { readonly kind: 'unavailable'; readonly reason: Message };

export interface PreviewedText {
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string;
  /** Null: the message was read from the channel. */
  readonly caseNumber: number | null;
  /** The text of a message that was read; null: see the case. */
  readonly text: string | null;
  /** Null: nothing would have happened. */
  readonly decision: Decision | null;
  /** See `closenessOf`; null: the service could not judge it. */
  readonly closeness: number | null;
}

/** The origins of cases' texts, by the number of the case. Throws when Discord does not answer. */
export type CaseOrigins = (
  guildId: string,
  records: readonly Case[],
) => Promise<ReadonlyMap<number, Origin>>;

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

/** Posts to the moderators of a server. Never throws for anything Discord answers. */
export interface Alerts {
  /** The channel for this server's alerts; null: there is none, or it is not known yet. */
  channelId(guildId: string, policy: Policy): string | null;
  /** Whether the server lacks a channel in which the bot can post. False while that is not known. */
  hasNoChannel(guildId: string, policy: Policy): boolean;
  /** The alert of one of these cases that an earlier process, or an attempt whose answer was lost, may have posted. */
  find(alert: AlertPost): Promise<MessageRef | null | Unavailable>;
  post(alert: AlertPost): Promise<AlertResult | Unavailable>;
  /**
   * Renders a post anew: an alert of these cases, or a keyword alert that a moderator used. `gone`: somebody deleted it, or
   * its channel.
   */
  refresh(place: MessageRef, alert: AlertPost): Promise<Outcome | { status: 'gone' } | Unavailable>;
  /**
   * Posts a plain text in the moderator channel, in the server's language. Best effort. `former`: settings whose moderator
   * channel gets it as well, if it is another one.
   */
  announce(guildId: string, text: Announcement, former?: Policy): Promise<void>;
}

export interface AlertResult {
  outcome: Outcome;
  alert: { channelId: string; messageId: string } | null;
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
  /** Numbers the draft and stores it with its text, which is kept for `evidenceDays`. */
  open(draft: CaseDraft, text: string, evidenceDays: number): Promise<Case>;
  /** Changes the latest stored state of a case; changes of one case run one after the other. Resolves to the result. */
  update(record: Case, change: (latest: Case) => Case): Promise<Case>;
  get(guildId: string, number: number): Promise<Case | null>;
  /** The text of a case; null after its retention period. */
  evidence(guildId: string, number: number): Promise<string | null>;
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
  /** The first `limit` cases of a server that wait for the same kind of action, the most urgent first. */
  waitingFor(guildId: string, place: ActionPlace, limit: number): Promise<WaitingCase[]>;
}

/** One of Discord's rate limits: a kind of action in a server, or in one of its channels. */
export interface ActionPlace {
  readonly kind: DiscordAction['kind'];
  /** Null: in all of the server. */
  readonly channelId: string | null;
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

/** An event that could not be posted. It is kept until a moderator retries it. */
export interface FailedEvent {
  readonly eventId: string;
  /** The server it was meant for; null: none. */
  readonly guildId: string | null;
  /** The add-on it came from. */
  readonly addon: string;
  readonly reason: Message;
  readonly receivedAtMs: number;
}

/** Failed events, for moderators and the operator. */
export interface Inbox {
  /** The oldest 100 failed events of a server; null: those of no server. */
  failed(guildId: string | null): Promise<FailedEvent[]>;
  /** False: no such event has failed. */
  retry(eventId: string): Promise<boolean>;
}

/** A keyword found in a message. */
export interface KeywordHit {
  readonly eventId: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string;
  readonly authorId: string;
  /** In the order they were reported, each by an event of its own. */
  readonly keywords: readonly string[];
  /** The message's text, if the event contained it. */
  readonly text: string | null;
}

/** The message of a keyword hit. */
export type HitMessage = Omit<KeywordHit, 'eventId' | 'keywords' | 'text'>;

/** A hit whose alert is posted and belongs to no case. */
export interface AlertedHit extends KeywordHit {
  readonly alert: MessageRef;
}

/** Keyword hits by event, kept as long as the server keeps texts. */
export interface KeywordHits {
  get(eventId: string): Promise<KeywordHit | null>;
  /** The latest hit in a message, if its alert is posted and belongs to no case. */
  ofMessage(guildId: string, messageId: string): Promise<AlertedHit | null>;
  /** Adds a keyword to a hit; null: there is no such hit. */
  addKeyword(eventId: string, keyword: string): Promise<KeywordHit | null>;
  /** The hit's alert belongs to a case from now on. */
  claim(eventId: string): Promise<void>;
  /** Removes the texts of an author's messages, but not the hits. Resolves to the number of hits. */
  forgetTexts(guildId: string, authorId: string): Promise<number>;
}

/**
 * Shows a keyword found in a message on the alert of the message's case: one that is to be posted, or was posted recently.
 * `channelId`: where a keyword alert would go. Resolves to false if moderators need a keyword alert. Safe to repeat.
 */
export type JoinKeywordHit = (hit: {
  readonly guildId: string;
  readonly messageId: string;
  readonly keyword: string;
  readonly channelId: string;
}) => Promise<boolean>;

/** The channels of tagging sessions. */
export interface TaggingPlaces {
  placeOf(convoId: string): Promise<{ guildId: string; channelId: string; userId: string } | null>;
}

/** An outage of the moderation service. */
export interface Outage extends ServiceProblem {
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
}

/** The pipeline's current load. */
export interface PipelineStatus {
  /** Messages that wait to be judged. */
  readonly waiting: number;
  readonly oldestWaitingMs: number;
  /** Messages being judged or waiting for the service. */
  readonly inFlight: number;
  /** Cases with open actions that run or wait for Discord. */
  readonly casesOpen: number;
  /** Cases whose alert is the only open step. */
  readonly alertsWaiting: number;
  /** Set while the moderation service is unavailable. */
  readonly outage: Outage | null;
  /** Channels with messages still to fetch. */
  readonly channelsBehind: number;
}
