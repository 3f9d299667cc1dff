import { createHash } from 'node:crypto';
import type { AccountKey } from '../store/accounts.ts';

/** The account of the key that every service has. */
export const MAIN_ACCOUNT = 'main';

/** Maps keys to accounts. Account names outlive their keys; accounts can't see each other's data. */
export interface Accounts {
  /** The account's name, or null if no account has this key. */
  findByKey(key: string): string | null;
  /** Replaces the accounts that come from the store. */
  take(stored: readonly AccountKey[]): void;
}

/**
 * SHA-256, in hexadecimal. The slow hashes that passwords need would only cost time at each request: they make guessing
 * expensive, and a key of 256 random bits cannot be guessed.
 */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/**
 * `keys`: account names with keys that hold as long as the process runs. Keys are found by their hash: how long that
 * takes depends on the hash alone, from which nobody can conclude what to try next.
 */
export function createAccounts(keys: Readonly<Record<string, string>>): Accounts {
  const fixed = Object.entries(keys).map(([account, key]): [string, string] => {
    if (key === '') throw new TypeError("the service's API key must not be empty");
    return [hashKey(key), account];
  });
  let accounts = new Map(fixed);
  return {
    findByKey: (key) => accounts.get(hashKey(key)) ?? null,
    take(stored) {
      accounts = new Map([
        ...stored.map(({ account, keyHash }): [string, string] => [keyHash, account]),
        ...fixed,
      ]);
    },
  };
}
