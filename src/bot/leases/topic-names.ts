/** Topics of the messages between processes. */
export const TOPICS = {
  /** An event waits; the text is the id of its server, or `FALLBACK_KEY`. */
  events: 'events',
  /** A review was opened; the text is its server's id. */
  reviews: 'reviews',
  /** A member's message to the moderators is stored; the text is its server's id. */
  mail: 'mail',
  /** A tagging result without a valid signature is kept as failed; the text is the server's id. */
  unverifiedResult: 'unverified-result',
  /** The settings of the service's add-ons were changed; no text. */
  addonSettings: 'addon-settings',
  /** Whether events reach the bot, as JSON, from the process that registers its address. */
  webhookState: 'webhook-state',
} as const;
