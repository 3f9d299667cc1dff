import { z } from 'zod';
import type { HitPlace } from './events.ts';

/** So many keywords, channels and authors are counted by name; the rest together. */
const MAX_NAMES = 200;
/** Jump links to so many of the latest messages. */
const MAX_LATEST = 5;

const countsSchema = z.record(z.string(), z.int());
const latestSchema = z.object({
  keyword: z.string(),
  guildId: z.string(),
  channelId: z.string(),
  messageId: z.string(),
  authorId: z.string(),
});

/** Many keyword alerts in one message: each is counted once. */
export const digestSchema = z.object({
  /** Distinguishes its message from all others. */
  ref: z.string(),
  /** Milliseconds since the Unix epoch. */
  openedAt: z.number(),
  total: z.int(),
  /** How many of `total` the message on Discord shows. */
  shown: z.int(),
  byKeyword: countsSchema,
  byChannel: countsSchema,
  byAuthor: countsSchema,
  /** Newest last. */
  latest: z.array(latestSchema),
  /** Where its message stands, or may stand (`messageId` null: posting it was begun). */
  message: z
    .object({ channelId: z.string(), messageId: z.string().nullable(), at: z.number() })
    .nullable(),
});
export type Digest = z.infer<typeof digestSchema>;

/** What of an event is counted; ids are null where the event names none. */
export interface Counted {
  readonly keyword: string;
  readonly place: HitPlace | null;
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

/** The digest with these counted as well. */
export function withCounted(digest: Digest, counted: readonly Counted[]): Digest {
  const places = counted.flatMap(({ keyword, place }) =>
    place === null ? [] : [{ keyword: keyword.slice(0, 100), ...place }],
  );
  return {
    ...digest,
    total: digest.total + counted.length,
    byKeyword: added(
      digest.byKeyword,
      counted.map(({ keyword }) => keyword.slice(0, 100)),
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
  // A map, since a keyword may be called `__proto__`.
  const sums = new Map(Object.entries(counts));
  for (const name of names) {
    if (sums.has(name) || sums.size < MAX_NAMES) sums.set(name, (sums.get(name) ?? 0) + 1);
  }
  return Object.fromEntries(sums);
}
