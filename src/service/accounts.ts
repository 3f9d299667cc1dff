import { createHash, timingSafeEqual } from 'node:crypto';

/** The account of the key that every service has. */
export const MAIN_ACCOUNT = 'main';

/** Whose a key is. Accounts are known by names that outlive their keys; what one stores, no other sees. */
export interface Accounts {
  /** The account's name, or null where no account has the key. */
  of(key: string): string | null;
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Digests are compared, and every account's, so the time taken tells neither content nor length nor place. */
export function createAccounts(keys: Readonly<Record<string, string>>): Accounts {
  const accounts = Object.entries(keys).map(([account, key]) => {
    if (key === '') throw new TypeError('the service needs an API key that is not empty');
    return { account, digest: digest(key) };
  });
  return {
    of(key) {
      const given = digest(key);
      let found: string | null = null;
      for (const { account, digest } of accounts) {
        if (timingSafeEqual(digest, given)) found = account;
      }
      return found;
    },
  };
}
