import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Activity, BenchDatabase, BenchServer } from './server.ts';

export type Kind = 'sqlite' | 'postgres';

export interface BenchState {
  /** Environment variables for the bot. */
  readonly settings: { readonly STATE_URL: string; readonly STATE_KEY: string };
  /** With SQLite there is no server: the bot's process does everything. */
  activity(): Promise<Activity>;
  /** Null with SQLite. */
  readonly database: BenchDatabase | null;
  /** Size of the whole state; for SQLite, after its last user has closed it. */
  bytes(): Promise<number>;
  drop(): Promise<void>;
}

const NO_ACTIVITY: Activity = { transactions: 0, writtenRows: 0, walBytes: 0, cpuMicros: 0 };

function createSqliteState(): BenchState {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  const file = join(directory, 'state.sqlite');
  return {
    settings: { STATE_URL: `sqlite:${file}`, STATE_KEY: '' },
    activity: async () => NO_ACTIVITY,
    database: null,
    bytes: async () => statSync(file).size,
    async drop() {
      rmSync(directory, { recursive: true });
    },
  };
}

export async function createState(kind: Kind, server: BenchServer): Promise<BenchState> {
  if (kind === 'sqlite') return createSqliteState();
  const database = await server.createDatabase();
  return {
    settings: { STATE_URL: database.url, STATE_KEY: randomBytes(32).toString('base64') },
    activity: database.activity,
    database,
    async bytes() {
      const tables = await database.tableBytes();
      return [...tables.values()].reduce((sum, bytes) => sum + bytes, 0);
    },
    drop: database.drop,
  };
}
