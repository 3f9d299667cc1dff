/** Kept apart from the other settings, so that only the parts that need a secret get it. Never logged. */
export interface Secrets {
  readonly discordToken: string;
  /** Null: the service is embedded. */
  readonly serviceApiKey: string | null;
  /** Keys that verify the signatures of events; several during a rotation. Empty: signatures are not required. */
  readonly webhookKeys: readonly string[];
  /** `sqlite:` and a path, or `postgres:`, which may contain a password. */
  readonly stateUrl: string;
  /** Encrypts secrets in a PostgreSQL database. Null with SQLite, which has a key file. */
  readonly stateKey: Buffer | null;
}
