import type { SkipReason } from '../domain/decide.ts';
import type { StepEffect } from '../domain/case.ts';
import type { Outcome } from '../domain/effects.ts';

/** How the moderation of one message ended. */
export type MessageOutcome =
  | { readonly kind: 'passed' }
  /** A case was opened. */
  | { readonly kind: 'acted'; readonly caseNumber: number }
  /** The service could not judge the message; the case only alerts the moderators. */
  | { readonly kind: 'unchecked'; readonly caseNumber: number }
  /** A case about the same text of this message already existed. */
  | { readonly kind: 'known'; readonly caseNumber: number }
  | { readonly kind: 'skipped'; readonly reason: SkipReason };

/** For counters. For a message with a case, it comes when the case is closed. */
export interface MessageEvent {
  readonly guildId: string;
  readonly messageId: string;
  readonly outcome: MessageOutcome;
}

/** For counters. */
export type ObserveEffect = (effect: StepEffect, outcome: Outcome) => void;
