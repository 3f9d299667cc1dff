import type { HandledWait } from './case-figures.ts';

/** How long half of the cases waited at most: the lower one of two in the middle. Null: none waited. */
export function medianWait(waits: readonly HandledWait[]): number | null {
  const sorted = waits.map(({ waitedMs }) => waitedMs).toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
