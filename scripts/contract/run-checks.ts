import { errorMessage } from '../../src/shared/errors.ts';
import type { Check } from './check.ts';
import { OPENAI_CHECKS } from './openai.ts';
import { PERSPECTIVE_CHECKS } from './perspective.ts';
import type { Target } from './target.ts';

export const CHECKS = { perspective: PERSPECTIVE_CHECKS, openai: OPENAI_CHECKS } as const;
export type ContractName = keyof typeof CHECKS;

export interface Outcome {
  readonly contract: ContractName;
  readonly check: string;
  /** Null: the service keeps this promise. */
  readonly problem: string | null;
}

async function outcomeOf(check: Check, target: Target): Promise<string | null> {
  try {
    await check.run(target);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

/** Runs the checks one after the other. */
export async function runChecks(
  target: Target,
  contracts: readonly ContractName[],
  report: (outcome: Outcome) => void = () => undefined,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const contract of contracts) {
    for (const check of CHECKS[contract]) {
      const outcome = { contract, check: check.name, problem: await outcomeOf(check, target) };
      report(outcome);
      outcomes.push(outcome);
    }
  }
  return outcomes;
}
