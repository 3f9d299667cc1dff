import { z } from 'zod';
import type { Sqlite } from './sqlite.ts';

export const ADDONS_SCHEMA = `
CREATE TABLE keyword_alerts (
  account TEXT PRIMARY KEY,
  webhook TEXT NOT NULL,
  include_full_message INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE keywords (
  account TEXT NOT NULL,
  normalised TEXT NOT NULL,
  keyword TEXT NOT NULL,
  PRIMARY KEY (account, normalised)
) STRICT, WITHOUT ROWID;
CREATE TABLE addon_secrets (
  account TEXT PRIMARY KEY,
  secret TEXT NOT NULL
) STRICT, WITHOUT ROWID
`;

/** How an account has enabled the keyword alert. */
export interface KeywordAlert {
  webhook: string;
  includeFullMessage: boolean;
}

/** A keyword as it was registered, and the form in which it is looked for; there is one of each such form. */
export interface Keyword {
  keyword: string;
  normalised: string;
}

const alertSchema = z
  .object({ account: z.string(), webhook: z.string(), include_full_message: z.number() })
  .transform((row) => ({
    account: row.account,
    alert: { webhook: row.webhook, includeFullMessage: row.include_full_message === 1 },
  }));
const keywordSchema = z.object({
  account: z.string(),
  keyword: z.string(),
  normalised: z.string(),
});
const secretSchema = z.object({ account: z.string(), secret: z.string() });

/** Add-ons of all accounts. They are read once, at the start, and then kept in memory. */
export interface AddonStore {
  alerts(): Promise<z.infer<typeof alertSchema>[]>;
  keywords(): Promise<z.infer<typeof keywordSchema>[]>;
  secrets(): Promise<z.infer<typeof secretSchema>[]>;
  setAlert(account: string, alert: KeywordAlert): Promise<void>;
  addKeyword(account: string, keyword: Keyword): Promise<void>;
  removeKeyword(account: string, normalised: string): Promise<void>;
  /** Stores a secret unless the account has one; resolves to the one it has then. */
  issueSecret(account: string, secret: string): Promise<string>;
}

export function createAddonStore(database: Sqlite): AddonStore {
  return {
    alerts: () => database.all(alertSchema, 'SELECT * FROM keyword_alerts'),
    keywords: () => database.all(keywordSchema, 'SELECT * FROM keywords'),
    secrets: () => database.all(secretSchema, 'SELECT * FROM addon_secrets'),
    async setAlert(account, { webhook, includeFullMessage }) {
      await database.run('INSERT OR REPLACE INTO keyword_alerts VALUES (?, ?, ?)', [
        account,
        webhook,
        includeFullMessage ? 1 : 0,
      ]);
    },
    async addKeyword(account, { keyword, normalised }) {
      await database.run('INSERT OR IGNORE INTO keywords VALUES (?, ?, ?)', [
        account,
        normalised,
        keyword,
      ]);
    },
    async removeKeyword(account, normalised) {
      await database.run('DELETE FROM keywords WHERE account = ? AND normalised = ?', [
        account,
        normalised,
      ]);
    },
    issueSecret: (account, secret) =>
      database.transaction(async (queries) => {
        await queries.run('INSERT OR IGNORE INTO addon_secrets VALUES (?, ?)', [account, secret]);
        const issued = await queries.get(
          secretSchema,
          'SELECT * FROM addon_secrets WHERE account = ?',
          [account],
        );
        return issued?.secret ?? secret;
      }),
  };
}
