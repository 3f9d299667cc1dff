/** How an interaction ended. `refused`: with an explanation. `failed`: with a bug of ours. */
export type InteractionOutcome =
  | 'answered'
  /** The message that the answer belongs to was deleted, or there is no channel to post a late answer in. */
  | 'gone'
  | 'refused'
  | 'failed'
  | 'cancelled'
  | 'time over'
  | 'stopped'
  /** Discord rejected the acknowledgement: too late, or another process was first. Nothing was done. */
  | 'not acknowledged';

/** The outcome of an interaction, for metrics. */
export interface InteractionEvent {
  /** The command with its subcommand, or the component's id. */
  readonly command: string;
  readonly outcome: InteractionOutcome;
  /** From its arrival until Discord accepted the acknowledgement. */
  readonly acknowledgedMs: number;
  /** From its arrival until the final answer was shown. */
  readonly answeredMs: number;
}
