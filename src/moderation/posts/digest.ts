import { z } from 'zod';
import type { HitMessage } from '../ports.ts';

/** Keywords, channels and authors beyond this count only towards the total. */
const MAX_NAMES = 200;
/** Messages a digest links to. */
const MAX_LATEST = 5;

const countsSchema = z.record(z.string(), z.int());
const latestSchema = z.object({
  keyword: z.string(),
  guildId: z.string(),
  channelId: z.string(),
  messageId: z.string(),
  authorId: z.string(),
});

/** Many keyword alerts summed up in one message. */
export const digestSchema = z.object({
  /** Identifies the digest's message among all others. */
  ref: z.string(),
  /** Milliseconds since the Unix epoch. */
  openedAt: z.number(),
  total: z.int(),
  /** The part of `total` that the message on Discord shows. */
  shown: z.int(),
  byKeyword: countsSchema,
  byChannel: countsSchema,
  byAuthor: countsSchema,
  /** Newest last. */
  latest: z.array(latestSchema),
  /** The digest's message. `messageId` null: a post was started and may exist. */
  message: z
    .object({ channelId: z.string(), messageId: z.string().nullable(), at: z.number() })
    .nullable(),
});
export type Digest = z.infer<typeof digestSchema>;

/** What a digest counts of an event. */
export interface CountedHit {
  readonly keyword: string;
  readonly place: HitMessage | null;
}

export function newDigest(ref: string, openedAt: number): Digest {
  return {
    ref,
    openedAt,
    total: 0,
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

function added(counts: Record<string, number>, names: readonly string[]): Record<string, number> {
  // A map, because a keyword may be `__proto__`.
  const sums = new Map(Object.entries(counts));
  for (const name of names) {
    if (sums.has(name) || sums.size < MAX_NAMES) sums.set(name, (sums.get(name) ?? 0) + 1);
  }
  return Object.fromEntries(sums);
}
