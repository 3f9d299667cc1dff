import { randomBytes } from 'node:crypto';
import type { Clock } from '../shared/clock.ts';
import { AppError } from '../shared/errors.ts';
import type { Logger } from '../shared/logger.ts';
import { hashKey, MAIN_ACCOUNT } from './server/accounts.ts';
import { createAccountStore, type StoredAccount } from './store/accounts.ts';
import { openStore } from './store/store.ts';

const KEY_BYTES = 32;

/** An account can't be added or revoked; the message says why. */
export class AccountError extends AppError {
  readonly code = 'account_refused';
}

/** Manages the accounts of a service, which may be running meanwhile. */
export interface AccountAdmin {
  /** Resolves to the account's key, which is stored only as a hash. Throws an `AccountError`. */
  add(name: string): Promise<string>;
  /** The account's data remains. Throws an `AccountError`. */
  revoke(name: string): Promise<void>;
  list(): Promise<StoredAccount[]>;
  close(): Promise<void>;
}

/** `stateUrl`: the state of the service. Throws a `DatabaseError`. */
export async function openAccountAdmin(deps: {
  stateUrl: string;
  clock: Clock;
  logger: Logger;
}): Promise<AccountAdmin> {
  const { stateUrl, clock, logger } = deps;
  const database = await openStore(stateUrl, logger);
  const store = createAccountStore(database);
  return {
    async add(name) {
      assertName(name);
      const key = randomBytes(KEY_BYTES).toString('base64url');
      if (await store.add({ account: name, keyHash: hashKey(key) }, clock.now())) return key;
      throw new AccountError(`The account ${name} has a key. Revoke it first to get another one.`);
    },
    async revoke(name) {
      assertName(name);
      if (await store.revoke(name, clock.now())) return;
      throw new AccountError(`No account ${name} has a key.`);
    },
    list: () => store.list(),
    close: () => database.destroy(),
  };
}

function assertName(name: string): void {
  if (name === MAIN_ACCOUNT) {
    throw new AccountError(`The key of the account ${MAIN_ACCOUNT} is MODERATION_API_KEY.`);
  }
  if (/^[a-z\d][a-z\d_-]{0,63}$/.test(name)) return;
  throw new AccountError(
    'An account’s name is 1 to 64 lower-case letters, digits, hyphens and underscores, and starts with a letter or digit.',
  );
}
