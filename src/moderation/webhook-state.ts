/** How it stands with the service's webhooks: whether keyword alerts can come at all. */
export interface WebhookState {
  readonly kind: /** The add-on is enabled with the bot's address. */
    | 'ready'
    /** The service has not been told the address yet. */
    | 'waiting'
    /** Nobody said how a service elsewhere reaches the bot. */
    | 'not set'
    /** The service was told the address, but it does not lead back to the bot, as far as can be seen from here. */
    | 'unreachable';
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
  /** A sentence for the operator: what is wrong and how to mend it, or that all is well. */
  readonly detail: string;
}
