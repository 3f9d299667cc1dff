import { createHash } from 'node:crypto';
import type { AccountKey } from '../store/accounts.ts';

/** The account that every service has, even with an empty store. */
export const MAIN_ACCOUNT = 'main';

/** Maps keys to accounts. Account names outlive their keys. Accounts can't see each other's data. */
export interface Accounts {
  /** The account's name, or null if no account has this key. */
  findByKey(key: string): string | null;
  /** Replaces the accounts that came from the store. */
  take(stored: readonly AccountKey[]): void;
}

/**
 * SHA-256 in hexadecimal. The slow hashes that passwords need would only waste time on each request: they make guessing
 * expensive, and a random key of 256 bits cannot be guessed.
 */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Maximum number of keys whose hashes are cached: those of the accounts that are active. */
const KEPT_HASHES = 100;

/**
 * `keys`: account names with keys that are valid as long as the process runs. Keys are looked up by their hash, so the time that
 * takes tells nobody how close a guess is. Only hashes of valid keys are cached, so a faster answer reveals no more than the
 * answer itself.
 */
export function createAccounts(keys: Readonly<Record<string, string>>): Accounts {
  const fixed = Object.entries(keys).map(([account, key]): [string, string] => {
    if (key === '') throw new TypeError("the service's API key must not be empty");
    return [hashKey(key), account];
  });
  let accounts = new Map(fixed);
  const hashes = new Map<string, string>();
  return {
    findByKey(key) {
      const known = hashes.get(key);
      const hash = known ?? hashKey(key);
      const account = accounts.get(hash) ?? null;
      if (account !== null && known === undefined) {
        if (hashes.size === KEPT_HASHES) hashes.clear();
        hashes.set(key, hash);
      }
      return account;
    },
    take(stored) {
      accounts = new Map([
        ...stored.map(({ account, keyHash }): [string, string] => [keyHash, account]),
        ...fixed,
      ]);
    },
  };
}
