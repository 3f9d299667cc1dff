import { z } from 'zod';
import { SNOWFLAKE_PATTERN } from '../../../shared/snowflake.ts';
import type { Message } from '../../locales/message.ts';

export const snowflakeSchema = z.string().regex(SNOWFLAKE_PATTERN, 'must be a Discord id');

interface OfKind {
  readonly kind: string;
}

interface Done {
  /** Set if nothing had to be done. */
  readonly detail?: Message | undefined;
  /** When the timeout or the temporary ban ends, in milliseconds since the Unix epoch. */
  readonly until?: number | undefined;
}

/** The result of a completed action that is still in place. */
export type Trace<R extends OfKind = OfKind> =
  | { readonly kind: 'undoable'; readonly reversal: R }
  | { readonly kind: 'irreversible'; readonly what: string }
  /** Nothing had to be done, so there is nothing of ours to undo. */
  | { readonly kind: 'not ours'; readonly reversal: R }
  | null;

/** The field of an action that is a duration in seconds. */
export type DurationField = 'seconds' | 'deleteMessageSeconds';

/** The part of an action that needs no Discord. The file of the same name in `acting/actions/kinds` has the other part. */
export interface ActionFacts<A extends OfKind = OfKind, R extends OfKind = OfKind> {
  readonly schema: z.ZodType<A>;
  /** When it runs among the effects of a case: lower numbers first, alerts last. */
  readonly order: number;
  /** How much it takes from the author: 2 or more, because an alert counts as 1. */
  readonly severity: number;
  /** The colour of its alerts: from blue (review) over yellow and orange to red. */
  readonly colour: number;
  /** How a case counts in statistics if this is the most severe thing done. */
  readonly result: string;
  /**
   * How long it keeps the member out of the conversation or the server, in seconds; absent: it does not. Of several, only
   * the longest is needed.
   */
  exclusionSeconds?(action: A, timeoutSeconds: number): number;
  /** Afterwards the bot may no longer share a server with the member. */
  readonly removesMember: boolean;
  trace(action: A, outcome: Done): Trace<R>;
  /** The word for it in a rule's effects, such as `timeout 1h`, and its argument. */
  readonly word: string;
  readonly argument: 'none' | 'role' | DurationField;
}

/** The same for what undoes an action. */
export interface ReversalFacts<R extends OfKind = OfKind> {
  readonly schema: z.ZodType<R>;
  /** When it runs among the reversals of a case: lower numbers first. */
  readonly order: number;
}

/** The trace of an action that cannot be undone, unless nothing had to be done. */
export const irreversible =
  <const What extends string>(what: What) =>
  (_action: OfKind, { detail }: Done): { kind: 'irreversible'; what: What } | null =>
    detail === undefined ? { kind: 'irreversible', what } : null;
