import { message } from '../../locales/message.ts';
import type { Outcome } from '../../domain/effects.ts';

/** The outcome of a notice that Discord did not accept in time. */
export function noticeTooFast(at: number): Outcome {
  const reason = message('refusals:dmsTooFast.reason');
  return { status: 'refused', at, code: null, reason, fix: message('refusals:dmsTooFast.fix') };
}
