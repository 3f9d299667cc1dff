import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { z } from 'zod';
import { startCluster } from './cluster.ts';

/** A database's activity since it was created. */
export interface Activity {
  /** Transactions that ended, including read-only ones. */
  transactions: number;
  /** Number of rows inserted, updated or deleted. */
  writtenRows: number;
  /** Bytes in the whole server's write-ahead log. */
  walBytes: number;
  /** User and system time of the server's processes in microseconds; null: the server runs elsewhere. */
  cpuMicros: number | null;
}

/** A separate database for one run. */
export interface BenchDatabase {
  readonly url: string;
  activity(): Promise<Activity>;
  /** Bytes of each of the bot's tables, including its indexes. */
  tableBytes(): Promise<Map<string, number>>;
  /** Rewrites the tables without their dead rows. */
  vacuum(): Promise<void>;
  /** Collects the planner's statistics. */
  analyze(): Promise<void>;
  drop(): Promise<void>;
}

/** The PostgreSQL server of a benchmark: the one at `BENCH_POSTGRES_URL`, or one that the benchmark starts. */
export interface BenchServer {
  /** Name and version: `PostgreSQL 17.2`. */
  readonly version: string;
  createDatabase(): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

const TICKS_PER_SECOND = 100;
const STATISTICS_DELAY_MS = 1_500;

const activitySchema = z.object({
  transactions: z.coerce.number(),
  rows: z.coerce.number(),
  wal: z.coerce.number(),
});
const tableSchema = z.object({ name: z.string(), bytes: z.coerce.number() });
const serverSchema = z.object({ version: z.string(), pid: z.number() });

/** The fields of /proc/PID/stat from the third on, after the name, which may contain spaces; null: there is no such process. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** Clock ticks of a process, and optionally of its children that have ended. */
function ticksOf(stat: readonly string[], withChildren: boolean): number {
  const fields = stat.slice(11, withChildren ? 15 : 13);
  return fields.reduce((sum, field) => sum + Number(field), 0);
}

/** CPU time of the server's first process and its children, which are all of the server's processes. */
function cpuMicrosOf(postmaster: number): number {
  let ticks = ticksOf(statOf(postmaster) ?? [], true);
  for (const entry of readdirSync('/proc')) {
    const stat = /^\d+$/.test(entry) ? statOf(Number(entry)) : null;
    if (stat !== null && Number(stat[1]) === postmaster) ticks += ticksOf(stat, false);
  }
  return (ticks * 1e6) / TICKS_PER_SECOND;
}

/** The first process of the server that has this session; null: the server is not on this machine. */
function postmasterOf(backend: number): number | null {
  const isPostgres = (pid: number): boolean => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
    } catch {
      return false;
    }
  };
  const parent = Number(statOf(backend)?.[1]);
  return isPostgres(backend) && isPostgres(parent) ? parent : null;
}

/** Null: PostgreSQL is neither installed here nor available at `BENCH_POSTGRES_URL`. */
export async function startServer(): Promise<BenchServer | null> {
  const given = process.env['BENCH_POSTGRES_URL'];
  const cluster = given === undefined ? await startCluster() : null;
  const url = given ?? cluster?.url;
  if (url === undefined) return null;
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query(
    `SELECT current_setting('server_version') AS version, pg_backend_pid() AS pid`,
  );
  const { version, pid } = serverSchema.parse(rows[0]);
  const postmaster = postmasterOf(pid);
  let databases = 0;

  async function createDatabase(): Promise<BenchDatabase> {
    databases += 1;
    const name = `portcullis_bench_${process.pid}_${databases}`;
    await client.query(`CREATE DATABASE ${name}`);
    const address = new URL(url ?? '');
    address.pathname = `/${name}`;
    const own = new Client(address.href);
    own.on('error', () => undefined);
    await own.connect();
    return {
      url: address.href,
      async activity() {
        // Sessions report their activity only once a second.
        await new Promise((resolve) => setTimeout(resolve, STATISTICS_DELAY_MS));
        const cpuMicros = postmaster === null ? null : cpuMicrosOf(postmaster);
        const result = await own.query(
          `SELECT xact_commit + xact_rollback AS transactions,
             tup_inserted + tup_updated + tup_deleted AS rows,
             pg_current_wal_lsn() - '0/0' AS wal
           FROM pg_stat_database WHERE datname = current_database()`,
        );
        const activity = activitySchema.parse(result.rows[0]);
        const { transactions, rows: writtenRows, wal: walBytes } = activity;
        return { transactions, writtenRows, walBytes, cpuMicros };
      },
      async tableBytes() {
        const result = await own.query(
          `SELECT relname AS name, pg_total_relation_size(pg_class.oid) AS bytes
           FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
           WHERE relkind = 'r' AND nspname NOT IN ('pg_catalog', 'information_schema')`,
        );
        const tables = z.array(tableSchema).parse(result.rows);
        return new Map(tables.map((table) => [table.name, table.bytes]));
      },
      async vacuum() {
        await own.query('VACUUM FULL');
      },
      async analyze() {
        await own.query('ANALYZE');
      },
      async drop() {
        await own.end();
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
      },
    };
  }

  return {
    version: `PostgreSQL ${version.split(' ')[0] ?? version}`,
    createDatabase,
    async stop() {
      await client.end();
      await cluster?.stop();
    },
  };
}
