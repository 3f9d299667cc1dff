const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Round bucket lengths, up to a day. */
const LENGTHS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS),
];

/** Equal parts of a span, each with its items. */
export interface Buckets<T> {
  readonly lengthMs: number;
  readonly buckets: readonly { readonly atMs: number; readonly items: readonly T[] }[];
}

/** Divides items into at most `most` buckets of a round length. Empty buckets are included, so that gaps are visible. */
export function intoBuckets<T>(
  items: readonly T[],
  timeOf: (item: T) => number,
  { most, leastMs }: { readonly most: number; readonly leastMs: number },
): Buckets<T> {
  let fromMs = Infinity;
  let toMs = -Infinity;
  for (const item of items) {
    fromMs = Math.min(fromMs, timeOf(item));
    toMs = Math.max(toMs, timeOf(item));
  }
  const fits = (ms: number): boolean => ms >= leastMs && (toMs - fromMs) / ms < most - 1;
  const lengthMs = LENGTHS_MS.find(fits) ?? Math.ceil((toMs - fromMs) / (most - 1));
  if (items.length === 0) return { lengthMs: leastMs, buckets: [] };
  const startMs = Math.floor(fromMs / lengthMs) * lengthMs;
  const buckets = Array.from(
    { length: Math.floor((toMs - startMs) / lengthMs) + 1 },
    (_, index): { atMs: number; items: T[] } => ({ atMs: startMs + index * lengthMs, items: [] }),
  );
  for (const item of items) {
    buckets[Math.floor((timeOf(item) - startMs) / lengthMs)]?.items.push(item);
  }
  return { lengthMs, buckets };
}
