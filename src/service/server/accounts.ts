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

/** Keys whose hash is kept: those of the accounts that ask at the moment. */
const KEPT_HASHES = 100;

/**
 * `keys`: account names with keys that hold as long as the process runs. Keys are found by their hash: how long that
 * takes depends on the hash alone, from which nobody can conclude what to try next. Only the hashes of valid keys are kept,
 * so what is quicker says no more than the answer does.
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
