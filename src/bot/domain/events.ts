import { createHash } from 'node:crypto';
import { z } from 'zod';
import { KEYWORD_ALERT } from '../../service-api/schemas/addons.ts';
import { TAGGING_RESULT_ADDON } from '../../service-api/schemas/events.ts';
import type { Message } from '../locales/message.ts';
import type { HitMessage } from './keyword-hits.ts';
import type { PostRef } from './posts/post.ts';

/* Events of the service on their way to Discord. */

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
export type KeywordContent = z.infer<typeof keywordContentSchema>;
export type TaggingContent = z.infer<typeof taggingContentSchema>;

/** An event the bot has accepted. It is kept until moderators have seen it. */
export interface AcceptedEvent {
  /** The same event, sent again, has the same id. */
  readonly id: string;
  readonly content: EventContent;
  /** Milliseconds since the Unix epoch. */
  readonly receivedAtMs: number;
}

/** An event that moderators have not seen yet. */
export interface WaitingEvent extends AcceptedEvent {
  /** How often Discord rejected this particular event. Outages do not count. */
  readonly tries: number;
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

/** A short, stable name for an event or a digest. The bot puts it into a post to find that post again. */
export function refOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 24);
}

/** The add-on that an event came from. */
export function addonOf(kind: string): string {
  return kind === 'tagging' ? TAGGING_RESULT_ADDON : KEYWORD_ALERT;
}

/** Stands for the server of events that belong to none, and for the one channel where they are posted. */
export const FALLBACK_KEY = 'fallback';

/**
 * The post of the outbox that shows an event. The keyword events of a server take turns in one; a tagging result has its own.
 * `guildId`: where the session of a result was started.
 */
export function postOf({ id, content }: AcceptedEvent, guildId: string | null): PostRef {
  return content.kind === 'keyword'
    ? { guildId: content.guildId ?? FALLBACK_KEY, kind: 'keyword', subject: '' }
    : { guildId: guildId ?? FALLBACK_KEY, kind: 'tagging', subject: id };
}

/** The place of an event's or a digest's post. `key` is the guild's id, or `FALLBACK_KEY`. */
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
  /** In the fallback channel, which may be in a server of other shards. */
  | { readonly kind: 'elsewhere' }
  /** It belongs to no server the bot is in, and no fallback channel is set. */
  | { readonly kind: 'nowhere'; readonly reason: Message };

export type Channel = Extract<Target, { kind: 'channel' }>;
