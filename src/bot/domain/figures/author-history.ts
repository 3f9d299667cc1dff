import type { CaseResult, Count } from './case-figures.ts';

/** An author's record. Cases that moderators undid, allowed or withdrew are left out. */
export interface AuthorHistory {
  readonly total: number;
  /** The largest number first. */
  readonly results: readonly Count<CaseResult>[];
  /** When the latest one was opened, in milliseconds since the Unix epoch; null: there is none. */
  readonly lastAt: number | null;
  /** False: there are more. */
  readonly isComplete: boolean;
}

/** How far back a history goes. */
export const HISTORY_DAYS = 90;

/** `cases`: newest first. */
export function summarize(
  cases: readonly { readonly result: CaseResult; readonly openedAt: number }[],
  isComplete: boolean,
): AuthorHistory {
  const counts = new Map<CaseResult, number>();
  for (const { result } of cases) counts.set(result, (counts.get(result) ?? 0) + 1);
  return {
    total: cases.length,
    results: [...counts]
      .map(([key, count]) => ({ key, count }))
      .toSorted((a, b) => b.count - a.count),
    lastAt: cases[0]?.openedAt ?? null,
    isComplete,
  };
}
