import { z } from 'zod';
import { factsOf } from '../figures/case-figures.ts';
import { messageRefSchema, type Case } from '../case.ts';
import type { HitMessage } from '../keyword-hits.ts';

/** Keywords, channels and authors beyond this count only towards the total. */
const MAX_NAMES = 200;
/** Messages a digest links to. */
const MAX_LATEST = 5;

const KEYWORDS = '/keywords';

const countsSchema = z.record(z.string(), z.int());
const latestSchema = z.object({
  keyword: z.string(),
  guildId: z.string(),
  channelId: z.string(),
  messageId: z.string(),
  authorId: z.string(),
});

/** Many alerts summed up in one message: keyword hits, and cases without an alert of their own. */
export const digestSchema = z.object({
  /** Identifies the digest's message among all others. */
  ref: z.string(),
  /** Milliseconds since the Unix epoch. */
  openedAt: z.number(),
  total: z.int(),
  /** The part of `total` that are cases. */
  cases: z.int(),
  /** The part of `total` that are appeals and reports of members. */
  reviews: z.int(),
  /** The part of `total` that the message on Discord shows. */
  shown: z.int(),
  /** Numbers of cases, by `CaseResult`. */
  byResult: countsSchema,
  byKeyword: countsSchema,
  byChannel: countsSchema,
  byAuthor: countsSchema,
  /** Newest last. */
  latest: z.array(latestSchema),
  /** The digest's message, once posted. */
  message: messageRefSchema.nullable(),
});
export type Digest = z.infer<typeof digestSchema>;

/** A digest this old continues in a new message, so that it stays at the bottom of the channel. */
const NEW_MESSAGE_AFTER_MS = 10 * 60_000;

/** When a digest ends, provided that all of it is shown (Unix epoch, milliseconds). */
export function digestEnd({ openedAt }: Pick<Digest, 'openedAt'>): number {
  return openedAt + NEW_MESSAGE_AFTER_MS;
}

/** An event's counts in a digest. */
export interface CountedHit {
  readonly keyword: string;
  readonly place: HitMessage | null;
}

/** Names the digest of keyword alerts that have a channel of their own. Other digests have the server's id as key. */
export function keywordDigestKey(guildId: string): string {
  return `${guildId}${KEYWORDS}`;
}

/** The server of a digest, and whether it is that of a keyword channel. */
export function parseDigestKey(key: string): { guildId: string; isOfKeywords: boolean } {
  const isOfKeywords = key.endsWith(KEYWORDS);
  return { guildId: isOfKeywords ? key.slice(0, -KEYWORDS.length) : key, isOfKeywords };
}

export function newDigest(ref: string, openedAt: number): Digest {
  return {
    ref,
    openedAt,
    total: 0,
    cases: 0,
    reviews: 0,
    byResult: {},
    shown: 0,
    byKeyword: {},
    byChannel: {},
    byAuthor: {},
    latest: [],
    message: null,
  };
}

/** The digest with these hits added. */
export function withHits(digest: Digest, hits: readonly CountedHit[]): Digest {
  const places = hits.flatMap(({ keyword, place }) =>
    place === null ? [] : [{ keyword: keyword.slice(0, 100), ...place }],
  );
  return {
    ...digest,
    total: digest.total + hits.length,
    byKeyword: added(
      digest.byKeyword,
      hits.map(({ keyword }) => keyword.slice(0, 100)),
    ),
    byChannel: added(
      digest.byChannel,
      places.map(({ channelId }) => channelId),
    ),
    byAuthor: added(
      digest.byAuthor,
      places.map(({ authorId }) => authorId),
    ),
    latest: [...digest.latest, ...places].slice(-MAX_LATEST),
  };
}

/** The digest with this case added. */
export function withCase(digest: Digest, record: Case): Digest {
  const { channelId, author, keywords } = record;
  // A webhook cannot be mentioned.
  const isMember = author.kind === 'person' || author.kind === 'bot';
  return {
    ...digest,
    total: digest.total + 1,
    cases: digest.cases + 1,
    byResult: added(digest.byResult, [factsOf(record).result]),
    byKeyword: added(
      digest.byKeyword,
      keywords.map((keyword) => keyword.slice(0, 100)),
    ),
    // A name or a member is in no channel.
    byChannel: added(digest.byChannel, channelId === '' ? [] : [channelId]),
    byAuthor: added(digest.byAuthor, isMember ? [author.id] : []),
  };
}

/** The digest with this appeal or report added. */
export function withReview(digest: Digest): Digest {
  return { ...digest, total: digest.total + 1, reviews: digest.reviews + 1 };
}

function added(counts: Record<string, number>, names: readonly string[]): Record<string, number> {
  // A map, because a keyword may be `__proto__`.
  const sums = new Map(Object.entries(counts));
  for (const name of names) {
    if (sums.has(name) || sums.size < MAX_NAMES) sums.set(name, (sums.get(name) ?? 0) + 1);
  }
  return Object.fromEntries(sums);
}
