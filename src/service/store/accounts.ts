import { lockUntilCommit } from '../../shared/database/transaction-lock.ts';
import { nextRevision } from './revisions.ts';
import type { ServiceDatabase } from './tables.ts';

/** An account beside the main one, whose key is in the environment. */
export interface StoredAccount {
  name: string;
  createdMs: number;
  /** Time at which its key was revoked, or null. */
  revokedMs: number | null;
}

export interface AccountKey {
  account: string;
  /** SHA-256, in hexadecimal. */
  keyHash: string;
}

/** Accounts in the database. Running instances see each change within a second. */
export interface AccountStore {
  /** Creates an account, or gives a revoked one a new key; false: the account already has a key. */
  add(key: AccountKey, nowMs: number): Promise<boolean>;
  /** False: no account of this name has a key. */
  revoke(account: string, nowMs: number): Promise<boolean>;
  /** Sorted by name. */
  list(): Promise<StoredAccount[]>;
  /** The keys that are currently valid. */
  keys(): Promise<AccountKey[]>;
}

/** The name of the revision that covers all accounts. */
export const ACCOUNTS_REVISION = 'accounts';

export function createAccountStore(database: ServiceDatabase): AccountStore {
  return {
    add: ({ account: name, keyHash }, nowMs) =>
      database.transaction().execute(async (transaction) => {
        await lockUntilCommit(transaction, ACCOUNTS_REVISION);
        const added = await transaction
          .insertInto('accounts')
          .values({ name, key_hash: keyHash, created_ms: nowMs, revoked_ms: null })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({ key_hash: keyHash, revoked_ms: null })
              .where('accounts.revoked_ms', 'is not', null),
          )
          .returning('name')
          .executeTakeFirst();
        if (added === undefined) return false;
        await nextRevision(transaction, ACCOUNTS_REVISION);
        return true;
      }),
    revoke: (name, nowMs) =>
      database.transaction().execute(async (transaction) => {
        await lockUntilCommit(transaction, ACCOUNTS_REVISION);
        const { numUpdatedRows } = await transaction
          .updateTable('accounts')
          .set({ revoked_ms: nowMs })
          .where('name', '=', name)
          .where('revoked_ms', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await nextRevision(transaction, ACCOUNTS_REVISION);
        return true;
      }),
    list: () =>
      database
        .selectFrom('accounts')
        .select(['name', 'created_ms as createdMs', 'revoked_ms as revokedMs'])
        .orderBy('name')
        .execute(),
    keys: () =>
      database
        .selectFrom('accounts')
        .select(['name as account', 'key_hash as keyHash'])
        .where('revoked_ms', 'is', null)
        .execute(),
  };
}
