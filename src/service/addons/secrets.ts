import { timeHmac } from '../../protocol/events.ts';
import type { AddonStore } from '../store/addons.ts';

/** The shared secrets of the accounts that have enabled theirs. */
export interface Secrets {
  load(): Promise<void>;
  /** Enables the account's secret; asked again, it is the same one. */
  issue(account: string): Promise<string>;
  /** What signs an event of that time: nothing, until the secret is enabled. */
  sign(account: string, timeMs: number): { hmac?: string };
}

export function createSecrets(store: AddonStore, newSecret: () => string): Secrets {
  const secrets = new Map<string, string>();
  return {
    async load() {
      for (const { account, secret } of await store.secrets()) secrets.set(account, secret);
    },
    async issue(account) {
      const known = secrets.get(account);
      if (known !== undefined) return known;
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
