import { z } from 'zod';
import type { StateTables } from '../tables.ts';

/** The offsets of time zones are multiples of this. */
export const QUARTER_MS = 15 * 60 * 1000;

const countsSchema = z.record(z.string(), z.number());

/** Numbers of the cases of one channel. Authors are too many for this; see `countAuthors`. */
export const channelCountsSchema = z.object({
  total: z.number(),
  falsePositives: z.number(),
  results: countsSchema,
  categories: countsSchema,
  /** By moderator and kind. */
  handled: z.record(z.string(), countsSchema),
  /** By the number of the quarter of an hour since the Unix epoch. */
  quarters: countsSchema,
});
export type ChannelCounts = z.infer<typeof channelCountsSchema>;

type Counts = z.infer<typeof countsSchema>;

export const COUNTED_COLUMNS = [
  'number',
  'opened_at',
  'channel_id',
  'result',
  'category',
  'handled_by',
  'handled_as',
  'false_positive',
] as const satisfies readonly (keyof StateTables['cases'])[];

type CountedRow = Pick<StateTables['cases'], (typeof COUNTED_COLUMNS)[number]>;

export function noCounts(): ChannelCounts {
  return {
    total: 0,
    falsePositives: 0,
    results: {},
    categories: {},
    handled: {},
    quarters: {},
  };
}

export function countCase(counts: ChannelCounts, row: CountedRow): void {
  counts.total += 1;
  counts.falsePositives += row.false_positive;
  add(counts.results, row.result, 1);
  if (row.category !== null) add(counts.categories, row.category, 1);
  if (row.handled_by !== null && row.handled_as !== null) {
    add((counts.handled[row.handled_by] ??= {}), row.handled_as, 1);
  }
  add(counts.quarters, String(Math.floor(row.opened_at / QUARTER_MS)), 1);
}

export function addCounts(sum: ChannelCounts, more: ChannelCounts): void {
  sum.total += more.total;
  sum.falsePositives += more.falsePositives;
  for (const list of ['results', 'categories', 'quarters'] as const) {
    addAll(sum[list], more[list]);
  }
  for (const [byId, kinds] of Object.entries(more.handled)) {
    addAll((sum.handled[byId] ??= {}), kinds);
  }
}

function addAll(sum: Counts, more: Counts): void {
  for (const [key, count] of Object.entries(more)) add(sum, key, count);
}

function add(counts: Counts, key: string, count: number): void {
  counts[key] = (counts[key] ?? 0) + count;
}
