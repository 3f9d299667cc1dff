import { timeHmac } from '../../service-api/schemas/events.ts';
import type { AddonStore } from '../store/addons.ts';

/** The shared secrets that accounts use to verify events. */
export interface Secrets {
  /** Takes over the secret in the store; null: the account has none. */
  take(account: string, secret: string | null): void;
  /** Creates the account's secret on the first call and returns the same secret afterwards. */
  issue(account: string): Promise<string>;
  /** The signature fields for an event sent at that time; empty until a secret has been issued. */
  sign(account: string, timeMs: number): { hmac?: string };
}

export function createSecrets(
  store: Pick<AddonStore, 'issueSecret'>,
  newSecret: () => string,
): Secrets {
  const secrets = new Map<string, string>();
  return {
    take(account, secret) {
      if (secret === null) secrets.delete(account);
      else secrets.set(account, secret);
    },
    async issue(account) {
      const existing = secrets.get(account);
      if (existing !== undefined) return existing;
      const secret = await store.issueSecret(account, newSecret());
      secrets.set(account, secret);
      return secret;
    },
    sign(account, timeMs) {
      const secret = secrets.get(account);
      return secret === undefined ? {} : { hmac: timeHmac(secret, timeMs) };
    },
  };
}
