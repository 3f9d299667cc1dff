import { nextRevision } from './revisions.ts';
import type { ServiceDatabase } from './tables.ts';

/** An account's keyword alert settings. */
export interface KeywordAlert {
  webhook: string;
  includeFullMessage: boolean;
}

/** A registered keyword, with its normalised form, which is unique. */
export interface Keyword {
  keyword: string;
  normalised: string;
}

/** All add-on settings of an account. */
export interface AccountAddons {
  alert: KeywordAlert | null;
  keywords: Keyword[];
  secret: string | null;
}

/** `revision`: that of the account's add-ons after the write. */
export interface Written {
  revision: number;
}

/** Add-ons, which instances keep in memory. Each write gives the account's add-ons their next revision. */
export interface AddonStore {
  load(account: string): Promise<AccountAddons>;
  alert(account: string): Promise<KeywordAlert | null>;
  keywords(account: string): Promise<Keyword[]>;
  setAlert(account: string, alert: KeywordAlert): Promise<Written>;
  removeAlert(account: string): Promise<Written>;
  /** Null: the account already has `limit` keywords. */
  addKeyword(account: string, keyword: Keyword, limit: number): Promise<Written | null>;
  removeKeyword(account: string, normalised: string): Promise<Written>;
  /** Stores a secret unless the account already has one; resolves to the account's secret. */
  issueSecret(account: string, secret: string): Promise<string>;
}

/** The prefix of revisions that cover an account's add-ons; the account's name follows. */
export const ADDON_REVISIONS = 'addons/';

export function createAddonStore(database: ServiceDatabase): AddonStore {
  /** Updates the revision first: its row is locked until the commit, so an account's writes run one after the other. */
  const write = <T>(
    account: string,
    change: (transaction: ServiceDatabase, revision: number) => Promise<T>,
  ): Promise<T> =>
    database
      .transaction()
      .execute(async (transaction) =>
        change(transaction, await nextRevision(transaction, ADDON_REVISIONS + account)),
      );

  const store: AddonStore = {
    async load(account) {
      const secret = await database
        .selectFrom('addon_secrets')
        .select('secret')
        .where('account', '=', account)
        .executeTakeFirst();
      return {
        alert: await store.alert(account),
        keywords: await store.keywords(account),
        secret: secret?.secret ?? null,
      };
    },
    async alert(account) {
      const row = await database
        .selectFrom('keyword_alerts')
        .select(['webhook', 'include_full_message'])
        .where('account', '=', account)
        .executeTakeFirst();
      if (row === undefined) return null;
      return { webhook: row.webhook, includeFullMessage: row.include_full_message === 1 };
    },
    keywords: (account) =>
      database
        .selectFrom('keywords')
        .select(['keyword', 'normalised'])
        .where('account', '=', account)
        .execute(),
    setAlert: (account, { webhook, includeFullMessage }) =>
      write(account, async (transaction, revision) => {
        const alert = { webhook, include_full_message: includeFullMessage ? 1 : 0 } as const;
        await transaction
          .insertInto('keyword_alerts')
          .values({ account, ...alert })
          .onConflict((conflict) => conflict.column('account').doUpdateSet(alert))
          .execute();
        return { revision };
      }),
    removeAlert: (account) =>
      write(account, async (transaction, revision) => {
        await transaction.deleteFrom('keyword_alerts').where('account', '=', account).execute();
        return { revision };
      }),
    addKeyword: (account, { keyword, normalised }, limit) =>
      write(account, async (transaction, revision) => {
        const ofAccount = transaction.selectFrom('keywords').where('account', '=', account);
        const stored = await ofAccount
          .select('keyword')
          .where('normalised', '=', normalised)
          .executeTakeFirst();
        if (stored !== undefined) return { revision };
        const { count } = await ofAccount
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count >= limit) return null;
        await transaction.insertInto('keywords').values({ account, normalised, keyword }).execute();
        return { revision };
      }),
    removeKeyword: (account, normalised) =>
      write(account, async (transaction, revision) => {
        await transaction
          .deleteFrom('keywords')
          .where('account', '=', account)
          .where('normalised', '=', normalised)
          .execute();
        return { revision };
      }),
    issueSecret: (account, secret) =>
      write(account, async (transaction) => {
        await transaction
          .insertInto('addon_secrets')
          .values({ account, secret })
          .onConflict((conflict) => conflict.column('account').doNothing())
          .execute();
        const issued = await transaction
          .selectFrom('addon_secrets')
          .select('secret')
          .where('account', '=', account)
          .executeTakeFirstOrThrow();
        return issued.secret;
      }),
  };
  return store;
}
