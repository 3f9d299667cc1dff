import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Message } from '../locales/message.ts';
import type { MessageRef } from './case.ts';
import type { AlertedHit, HitMessage, KeywordHit, KeywordHits } from './keyword-hits.ts';

/* Events of the service on their way to Discord, as the inbox stores them. */

const hitPlaceSchema: z.ZodType<HitMessage> = z.object({
  guildId: z.string(),
  channelId: z.string(),
  messageId: z.string(),
  authorId: z.string(),
});
const keywordContentSchema = z.object({
  kind: z.literal('keyword'),
  keyword: z.string(),
  /** Null if the metadata has none. */
  guildId: z.string().nullable(),
  place: hitPlaceSchema.nullable(),
  text: z.string().nullable(),
  /** Milliseconds since the Unix epoch, within the range of a date. */
  at: z.number(),
});

const taggingContentSchema = z.object({
  kind: z.literal('tagging'),
  convoId: z.string(),
  /** Comma-separated; may be empty. */
  tags: z.string(),
  undocumentedTags: z.string(),
  at: z.number(),
});

/** The content of an event. Its ids are Discord ids. */
export const eventContentSchema = z.discriminatedUnion('kind', [
  keywordContentSchema,
  taggingContentSchema,
]);
export type EventContent = z.infer<typeof eventContentSchema>;

/** An event the bot has accepted. It is kept until moderators have seen it. */
export interface AcceptedEvent {
  /** The same event, sent again, has the same id. */
  readonly id: string;
  readonly content: EventContent;
  /** Milliseconds since the Unix epoch. */
  readonly receivedAtMs: number;
}

export const postAttemptSchema = z.object({ channelId: z.string(), at: z.number() });
/** The channel and time of a started post, which may exist already. */
export type PostAttempt = z.infer<typeof postAttemptSchema>;

export interface WaitingEvent extends AcceptedEvent {
  /** The events of one lane are delivered in the order they arrived. */
  readonly lane: string;
  /** Orders the events of a lane. */
  readonly sequence: number;
  /** How often Discord rejected this particular event. Outages do not count. */
  readonly tries: number;
  readonly postAttempt: PostAttempt | null;
}

/** Why an event could not be delivered. */
export interface EventFailure {
  /** The server it was meant for; null: none. */
  readonly guildId: string | null;
  readonly addon: string;
  readonly reason: Message;
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

/** Stores events. Every method throws when the database fails. */
export interface InboxStore extends Pick<Inbox, 'failed'>, KeywordHits {
  /** Resolves when the event is stored. `known`: it was accepted before, within the last 24 hours. */
  accept(event: AcceptedEvent, lane: string): Promise<'stored' | 'known'>;
  /** Stores an event as failed at once. */
  acceptAsFailed(
    event: AcceptedEvent,
    lane: string,
    failure: EventFailure,
  ): Promise<'stored' | 'known'>;
  /** The lanes that have waiting events. */
  lanes(): Promise<string[]>;
  /** How many events wait. */
  count(): Promise<number>;
  failedCount(): Promise<number>;
  /** The oldest events of a lane. */
  next(lane: string, limit: number): Promise<WaitingEvent[]>;
  /** Stores the event's current state and, if given, what its buttons will need (for `keepMs`). */
  save(event: WaitingEvent, hit?: { hit: KeywordHit; keepMs: number }): Promise<void>;
  /** Moderators can see the event. `alert`: on a keyword alert of its own. */
  done(event: WaitingEvent, alert?: MessageRef | null): Promise<void>;
  /** Takes the event out of its lane and keeps it as failed. */
  deadLetter(event: WaitingEvent, failure: EventFailure): Promise<void>;
  /** Puts a failed event back into its lane. Resolves to the lane; null: no such event has failed. */
  requeue(eventId: string): Promise<string | null>;
}

/** A short, stable name for an event or a digest. The bot puts it into a post to find that post again. */
export function refOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 24);
}

/** The `key` of the one channel for events that belong to no server. */
export const FALLBACK_KEY = 'fallback';

/** A channel to post in. `key` is the guild's id, or `FALLBACK_KEY`. */
export type Target =
  | {
      readonly kind: 'channel';
      readonly key: string;
      readonly channelId: string;
      /** The key of this channel's digest. */
      readonly digestKey: string;
    }
  /** The channel does not exist or the bot may not write in it. `fix` says what to do about that. */
  | {
      readonly kind: 'unusable';
      readonly key: string;
      readonly reason: Message;
      readonly fix: Message;
    }
  /** Not known yet: Discord has not made the server available. */
  | { readonly kind: 'away'; readonly reason: string }
  /** In the fallback channel, which is in a server of other shards. */
  | { readonly kind: 'elsewhere' }
  /** The event belongs to no server the bot is in, and no fallback channel is set. */
  | { readonly kind: 'nowhere'; readonly reason: Message };

export type Channel = Extract<Target, { kind: 'channel' }>;

export type PostResult =
  | { readonly kind: 'posted'; readonly messageId: string }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'unusable'; readonly reason: Message; readonly fix: Message }
  /** Discord rejects this very post. */
  | { readonly kind: 'failed'; readonly reason: Message };

/** Posts the service's events. It throws only because of bugs. */
export interface EventPoster {
  targetOf(content: EventContent): Promise<Target>;
  post(event: { id: string; content: EventContent; target: Channel }): Promise<PostResult>;
  /** Looks for the post of an earlier attempt. `unknown`: Discord does not answer. */
  find(event: {
    id: string;
    content: EventContent;
    postAttempt: PostAttempt;
  }): Promise<{ messageId: string } | 'absent' | 'unknown'>;
  /** Adds a hit's further keywords to its alert. `gone`: somebody deleted the alert. */
  edit(hit: AlertedHit, content: EventContent): Promise<PostResult | { readonly kind: 'gone' }>;
}
