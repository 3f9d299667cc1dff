import { groupedBy } from '../../../shared/grouped-by.ts';
import type { Count, HandledCase, HandledKind } from './case-figures.ts';

/** The work of a moderator, or of all of them. */
export interface HandledFigures {
  readonly count: number;
  /** Null: they only used commands of their own. */
  readonly medianMs: number | null;
}

export interface ModeratorFigures extends HandledFigures {
  readonly byId: string;
  /** The largest number first. */
  readonly kinds: readonly Count<HandledKind>[];
}

export function handledFigures(cases: readonly HandledCase[]): HandledFigures {
  return {
    count: cases.length,
    medianMs: medianOf(cases.flatMap(({ waitedMs }) => waitedMs ?? [])),
  };
}

/** The moderator with the most cases first. */
export function moderatorFigures(cases: readonly HandledCase[]): ModeratorFigures[] {
  const byModerator = groupedBy(cases, ({ byId }) => byId);
  return [...byModerator]
    .map(([byId, own]) => ({ byId, ...handledFigures(own), kinds: kindsOf(own) }))
    .toSorted((one, other) => other.count - one.count);
}

function kindsOf(cases: readonly HandledCase[]): Count<HandledKind>[] {
  return [...groupedBy(cases, ({ kind }) => kind)]
    .map(([key, { length }]) => ({ key, count: length }))
    .toSorted((one, other) => other.count - one.count);
}

/** The lower one of two in the middle; null: there are no times. */
function medianOf(times: readonly number[]): number | null {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
