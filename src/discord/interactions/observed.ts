/** How a use of a command or a component ended. `refused`: it was told why, in words. `failed`: a fault of ours. */
export type InteractionOutcome =
  | 'answered'
  | 'refused'
  | 'failed'
  | 'cancelled'
  | 'time over'
  | 'stopped'
  /** Discord did not want the acknowledgement: too late, or another process was first. Nothing was done. */
  | 'not acknowledged';

/** What became of an interaction, for metrics. */
export interface InteractionEvent {
  /** The command with its subcommand, or the component's id. */
  readonly command: string;
  readonly outcome: InteractionOutcome;
  /** From when it came in until Discord knew that it had. */
  readonly acknowledgedMs: number;
  /** Until the final answer was shown. */
  readonly answeredMs: number;
}
