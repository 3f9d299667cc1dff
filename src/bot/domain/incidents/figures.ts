import { actionKinds, reversalKinds } from '../actions/action-facts.ts';
import { attemptsOf, type Attempt } from '../figures/case-figures.ts';
import type { Case } from '../case.ts';
import type { Outcome, Refusal } from '../effects.ts';

/* Numbers in an incident's post. */

export type AttemptKind = Exclude<Attempt['kind'], 'alert' | 'notice'>;

export interface OutcomeCount {
  readonly kind: AttemptKind;
  readonly status: Outcome['status'];
  readonly cases: number;
}

export interface IncidentFigures {
  readonly cases: number;
  readonly members: number;
  readonly channels: number;
  /** When the latest case was opened, in milliseconds since the Unix epoch; null: there is none. */
  readonly lastAt: number | null;
  readonly outcomes: readonly OutcomeCount[];
  /** The most frequent texts, each by the first case that has it. */
  readonly texts: readonly { readonly caseNumber: number; readonly cases: number }[];
  readonly textCount: number;
  /** Why something failed lately, each reason once. */
  readonly refusals: readonly (Refusal & { readonly kind: AttemptKind })[];
}

/** The outcomes of a case's attempts, to be counted in the database: `delete:done timeout:refused`. */
export function outcomesColumn(record: Pick<Case, 'steps' | 'moderatorActions'>): string {
  const tokens = attemptsOf(record).flatMap(({ kind, outcome }) =>
    isShown(kind) && outcome !== null ? [`${kind}:${outcome.status}`] : [],
  );
  return [...new Set(tokens)].sort().join(' ');
}

/** Adds up the outcomes of columns, each given with its number of cases. */
export function outcomeCounts(
  columns: readonly { readonly outcomes: string; readonly cases: number }[],
): OutcomeCount[] {
  const sums = new Map<string, number>();
  for (const { outcomes, cases } of columns) {
    for (const token of outcomes.split(' ')) sums.set(token, (sums.get(token) ?? 0) + cases);
  }
  return ATTEMPTS.flatMap((kind) =>
    STATUSES.flatMap((status) => {
      const cases = sums.get(`${kind}:${status}`);
      return cases === undefined ? [] : [{ kind, status, cases }];
    }),
  );
}

/** Each reason that the latest attempts of these cases were refused for, once. */
export function refusalsOf(records: readonly Case[]): IncidentFigures['refusals'] {
  const refusals = new Map<string, IncidentFigures['refusals'][number]>();
  for (const record of records) {
    for (const { kind, outcome } of attemptsOf(record)) {
      if (!isShown(kind) || outcome?.status !== 'refused') continue;
      const { reason, fix } = outcome;
      refusals.set(`${kind} ${JSON.stringify(reason)}`, { kind, reason, fix });
    }
  }
  return [...refusals.values()];
}

/** In the order in which they are shown. */
const ATTEMPTS: readonly AttemptKind[] = [...actionKinds, ...reversalKinds].filter(isShown);
const STATUSES: readonly Outcome['status'][] = ['done', 'watched', 'refused', 'deferred'];

function isShown(kind: Attempt['kind']): kind is AttemptKind {
  return kind !== 'alert' && kind !== 'notice';
}
