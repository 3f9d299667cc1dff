import type { Scored } from './scored.ts';

export interface Functionality {
  name: string;
  texts: number;
  accuracy: number;
}

export interface HateCheck {
  accuracy: number;
  functionalities: Functionality[];
}

export function measureHateCheck({ texts, heads }: Scored, threshold: number): HateCheck {
  const rows = texts.map(({ kind, label }, row) => ({
    kind,
    isRight: (heads[row]?.identityHate ?? 0) >= threshold === label,
  }));
  const accuracyOf = (some: readonly { isRight: boolean }[]): number =>
    some.filter(({ isRight }) => isRight).length / some.length;
  return {
    accuracy: accuracyOf(rows),
    functionalities: [...new Set(rows.map(({ kind }) => kind))].map((name) => {
      const own = rows.filter(({ kind }) => kind === name);
      return { name, texts: own.length, accuracy: accuracyOf(own) };
    }),
  };
}
