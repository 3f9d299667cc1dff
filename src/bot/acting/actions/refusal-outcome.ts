import type { Action, Outcome } from '../../domain/effects.ts';
import { explainRefusal, type RefusalContext, type Refused } from './explain-api-error.ts';
import { ACTIONS } from './registry.ts';

export function refusalOutcome(
  refused: Refused,
  { action, context, at }: { action: Action; context: RefusalContext; at: number },
): Outcome {
  const nothingLeft = ACTIONS[action.kind].nothingLeft.get(refused.code);
  if (nothingLeft !== undefined) return { status: 'done', at, detail: nothingLeft };
  return { status: 'refused', at, code: refused.code, ...explainRefusal(refused, context) };
}
