import type { ServiceDatabase } from './tables.ts';

/** An account's keyword alert settings. */
export interface KeywordAlert {
  webhook: string;
  includeFullMessage: boolean;
}

/** A registered keyword and its normalised form, which is unique. */
export interface Keyword {
  keyword: string;
  normalised: string;
}

/** Add-ons of all accounts. Read once at the start, then kept in memory. */
export interface AddonStore {
  alerts(): Promise<{ account: string; alert: KeywordAlert }[]>;
  keywords(): Promise<(Keyword & { account: string })[]>;
  secrets(): Promise<{ account: string; secret: string }[]>;
  setAlert(account: string, alert: KeywordAlert): Promise<void>;
  removeAlert(account: string): Promise<void>;
  addKeyword(account: string, keyword: Keyword): Promise<void>;
  removeKeyword(account: string, normalised: string): Promise<void>;
  /** Stores a secret unless the account already has one; resolves to the account's secret. */
  issueSecret(account: string, secret: string): Promise<string>;
}

export function createAddonStore(database: ServiceDatabase): AddonStore {
  return {
    async alerts() {
      const rows = await database.selectFrom('keyword_alerts').selectAll().execute();
      return rows.map(({ account, webhook, include_full_message: includeFullMessage }) => ({
        account,
        alert: { webhook, includeFullMessage: includeFullMessage === 1 },
      }));
    },
    keywords: () => database.selectFrom('keywords').selectAll().execute(),
    secrets: () => database.selectFrom('addon_secrets').selectAll().execute(),
    async setAlert(account, { webhook, includeFullMessage }) {
      const alert = { webhook, include_full_message: includeFullMessage ? 1 : 0 } as const;
      await database
        .insertInto('keyword_alerts')
        .values({ account, ...alert })
        .onConflict((conflict) => conflict.column('account').doUpdateSet(alert))
        .execute();
    },
    async removeAlert(account) {
      await database.deleteFrom('keyword_alerts').where('account', '=', account).execute();
    },
    async addKeyword(account, { keyword, normalised }) {
      await database
        .insertInto('keywords')
        .values({ account, normalised, keyword })
        .onConflict((conflict) => conflict.columns(['account', 'normalised']).doNothing())
        .execute();
    },
    async removeKeyword(account, normalised) {
      await database
        .deleteFrom('keywords')
        .where('account', '=', account)
        .where('normalised', '=', normalised)
        .execute();
    },
    issueSecret: (account, secret) =>
      database.transaction().execute(async (transaction) => {
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
}
