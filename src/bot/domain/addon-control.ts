/*
 * The account at the service is shared by all servers, so only the operator's server changes its add-ons.
 */

/** How keyword alerts are enabled at the service. */
export interface KeywordAlertSettings {
  readonly isEnabled: boolean;
  /** The address of the alerts; null: the bot's. */
  readonly webhook: string | null;
  readonly includeFullMessage: boolean;
}

/** The add-ons of the bot's account. Methods that call the service reject with the client's errors. */
export interface AddonControl {
  alertSettings(): KeywordAlertSettings;
  /** Whether the bot knows an address of its own that the service can post to. */
  hasOwnWebhook(): boolean;
  enableAlerts(
    settings: Omit<KeywordAlertSettings, 'isEnabled'>,
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * From now on the bot ignores keyword alerts. Resolves to whether the service stopped sending them, too: the interface does
   * not show how.
   */
  disableAlerts(signal: AbortSignal): Promise<boolean>;
  /** False: the service is embedded. */
  needsSecret(): boolean;
  /** When a webhook secret was issued (Unix epoch, milliseconds); null: none is stored. */
  secretIssuedAt(): number | null;
  /** False: the response has no key in a place that the bot knows. The service may sign its events nevertheless. */
  issueSecret(signal: AbortSignal): Promise<boolean>;
  /** Keywords at the service that no server registered. */
  serviceKeywords(signal: AbortSignal): Promise<ServiceKeywords>;
  /** False: a server registered the keyword, and only that server can remove it. */
  removeServiceKeyword(text: string, signal: AbortSignal): Promise<boolean>;
}

export interface ServiceKeywords {
  /** In alphabetical order. */
  readonly keywords: readonly string[];
  /** False: the service does not list its keywords, so these are the ones that the bot has seen in alerts. */
  readonly isComplete: boolean;
}
