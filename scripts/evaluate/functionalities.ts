import type { ScoredSet } from './scored.ts';

export interface Functionality {
  name: string;
  texts: number;
  accuracy: number;
}

export interface HateCheck {
  accuracy: number;
  functionalities: Functionality[];
}

export function measureHateCheck({ texts, heads }: ScoredSet, threshold: number): HateCheck {
  const rows = texts.map(({ kind, label }, row) => ({
    kind,
    isRight: (heads[row]?.identityHate ?? 0) >= threshold === label,
  }));
  const accuracyOf = (subset: readonly { isRight: boolean }[]): number =>
    subset.filter(({ isRight }) => isRight).length / subset.length;
  return {
    accuracy: accuracyOf(rows),
    functionalities: [...new Set(rows.map(({ kind }) => kind))].map((name) => {
      const rowsOfKind = rows.filter(({ kind }) => kind === name);
      return { name, texts: rowsOfKind.length, accuracy: accuracyOf(rowsOfKind) };
    }),
  };
}
