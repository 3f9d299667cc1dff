import { createHash, timingSafeEqual } from 'node:crypto';

/** The account of the key that every service has. */
export const MAIN_ACCOUNT = 'main';

/** Maps keys to accounts. Account names outlive their keys; accounts can't see each other's data. */
export interface Accounts {
  /** The account's name, or null if no account has this key. */
  findByKey(key: string): string | null;
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/**
 * Compares the digests of all accounts, so that the time taken reveals neither a key's content nor its length or
 * position.
 */
export function createAccounts(keys: Readonly<Record<string, string>>): Accounts {
  const accounts = Object.entries(keys).map(([account, key]) => {
    if (key === '') throw new TypeError("the service's API key must not be empty");
    return { account, digest: digest(key) };
  });
  return {
    findByKey(key) {
      const candidate = digest(key);
      let match: string | null = null;
      for (const { account, digest } of accounts) {
        if (timingSafeEqual(digest, candidate)) match = account;
      }
      return match;
    },
  };
}
