import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Digest } from './digest.ts';
import type { Inbox, KeywordHit, KeywordHits } from './ports.ts';

/*
 * Events of the service on their way to Discord, as the inbox keeps them.
 */

/** An event as it was accepted. It is answered for: it is kept until it reached the moderators. */
export interface AcceptedEvent {
  /** The same event, sent again, has the same id. */
  readonly id: string;
  /** What was sent, as parsed JSON. */
  readonly body: unknown;
  /** Milliseconds since the Unix epoch. */
  readonly receivedAtMs: number;
}

export const begunSchema = z.object({ channelId: z.string(), at: z.number() });
/** Where and when the posting of something was begun: it may stand there already. */
export type Begun = z.infer<typeof begunSchema>;

export interface WaitingEvent extends AcceptedEvent {
  /** The events of one lane are delivered in the order they came. */
  readonly lane: string;
  /** Orders the events of a lane. */
  readonly sequence: number;
  /** How often it failed for its own sake, Discord being there. */
  readonly tries: number;
  readonly begun: Begun | null;
}

/** Why an event is put aside, and what a list of such events shows. */
export interface Parking {
  /** Whose moderators it was for; null: nobody's. */
  readonly guildId: string | null;
  readonly addon: string;
  readonly reason: string;
}

/** Where events are kept. Everything throws when the database does not do it. */
export interface InboxStore extends Pick<Inbox, 'parked'>, KeywordHits {
  /** Resolves when it is stored. `known`: it was accepted within the last 24 hours. */
  accept(event: AcceptedEvent, lane: string): Promise<'stored' | 'known'>;
  /** The lanes something waits in. */
  lanes(): Promise<string[]>;
  /** How many events wait. */
  count(): Promise<number>;
  /** How many are put aside. */
  parkedCount(): Promise<number>;
  /** The oldest events of a lane. */
  next(lane: string, limit: number): Promise<WaitingEvent[]>;
  /** Stores the event as it stands now, with what its buttons will need (for `keepMs`) where that is known. */
  save(event: WaitingEvent, hit?: { hit: KeywordHit; keepMs: number }): Promise<void>;
  /** It is in front of the moderators. */
  done(event: WaitingEvent): Promise<void>;
  /** All of them are counted in the digest, or none is and the digest stays as it was. */
  fold(target: string, digest: Digest, events: readonly WaitingEvent[]): Promise<void>;
  digest(target: string): Promise<Digest | null>;
  saveDigest(target: string, digest: Digest): Promise<void>;
  endDigest(target: string): Promise<void>;
  /** The targets whose digests have not ended. */
  digests(): Promise<string[]>;
  park(event: WaitingEvent, parking: Parking): Promise<void>;
  /** Lets it wait again; its lane, or null where no such event is put aside. */
  unpark(eventId: string): Promise<string | null>;
}

/** A short name for an event or a digest, the same each time: by it its post is found again. */
export function refOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 24);
}

/** The message a keyword was found in. */
export type HitPlace = Omit<KeywordHit, 'eventId' | 'keyword' | 'text'>;

/** What an event says, checked: ids are ids. */
export type EventContent =
  | {
      readonly kind: 'keyword';
      readonly keyword: string;
      /** Null where the metadata names none. */
      readonly guildId: string | null;
      readonly place: HitPlace | null;
      readonly text: string | null;
      /** Milliseconds since the Unix epoch, as far as a date can be. */
      readonly at: number;
    }
  | {
      readonly kind: 'tagging';
      readonly convoId: string;
      /** Comma-separated; empty where there are none. */
      readonly tags: string;
      readonly undocumentedTags: string;
      readonly at: number;
    };

/** The `key` of the one channel for events that belong to no guild. */
export const FALLBACK_KEY = 'fallback';

/** Where something is to be posted. `key` is the guild's id, or `FALLBACK_KEY`. */
export type Target =
  | { readonly kind: 'channel'; readonly key: string; readonly channelId: string }
  /** The channel is not there or not for the bot to write in. `mend` says what to do about it. */
  | {
      readonly kind: 'unusable';
      readonly key: string;
      readonly reason: string;
      readonly mend: string;
    }
  /** It cannot be told yet: Discord has not made the guild available. */
  | { readonly kind: 'away'; readonly reason: string }
  /** It belongs to no guild the bot is in, and no channel is set for such events. */
  | { readonly kind: 'nowhere'; readonly reason: string };

export type Channel = Extract<Target, { kind: 'channel' }>;

export type PostResult =
  | { readonly kind: 'posted'; readonly messageId: string }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'unusable'; readonly reason: string; readonly mend: string }
  /** Discord does not take this very post. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Posts what came from the service. May throw only for faults of ours. */
export interface EventPoster {
  targetOf(content: EventContent): Promise<Target>;
  /** Where keyword alerts with this key go. */
  digestTarget(key: string): Promise<Target>;
  post(event: { id: string; content: EventContent; target: Channel }): Promise<PostResult>;
  /** Looks whether an event's post stands where posting it was begun. `unknown`: Discord does not say. */
  find(event: {
    id: string;
    content: EventContent;
    begun: Begun;
  }): Promise<{ messageId: string } | 'absent' | 'unknown'>;
  /** Posts the digest's message or brings it up to date. */
  show(digest: Digest, target: Channel): Promise<PostResult>;
}
