import { timeHmac } from '../../protocol/events.ts';
import type { AddonStore } from '../store/addons.ts';

/** The shared secrets that accounts use to verify events. */
export interface Secrets {
  load(): Promise<void>;
  /** Creates the account's secret on the first call and returns the same secret afterwards. */
  issue(account: string): Promise<string>;
  /** The signature fields for an event sent at that time; empty until a secret has been issued. */
  sign(account: string, timeMs: number): { hmac?: string };
}

export function createSecrets(store: AddonStore, newSecret: () => string): Secrets {
  const secrets = new Map<string, string>();
  return {
    async load() {
      for (const { account, secret } of await store.secrets()) secrets.set(account, secret);
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
