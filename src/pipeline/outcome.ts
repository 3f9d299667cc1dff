import type { SkipReason } from '../moderation/decide.ts';
import type { Effect, Outcome } from '../moderation/effects.ts';

/** What became of one message. */
export type MessageOutcome =
  | { readonly kind: 'passed' }
  /** A case was opened and closed. */
  | { readonly kind: 'acted'; readonly caseNumber: number }
  /** The service could not judge it; the moderators were alerted. */
  | { readonly kind: 'unchecked'; readonly caseNumber: number }
  /** There is a case about this very text already. */
  | { readonly kind: 'known'; readonly caseNumber: number }
  | { readonly kind: 'skipped'; readonly reason: SkipReason };

/** For counters. */
export interface MessageEvent {
  readonly guildId: string;
  readonly messageId: string;
  readonly outcome: MessageOutcome;
  /** From being taken on to its last effect, the alert included. */
  readonly latencyMs: number;
}

/** For counters, too. */
export type ObserveEffect = (effect: Effect, outcome: Outcome) => void;
