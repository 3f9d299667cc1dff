import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely, type Migration } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../../src/shared/database/database.ts';
import { DatabaseError } from '../../../../src/shared/database/errors.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import {
  createPostgresServer,
  POSTGRES_BINARIES,
  type PostgresServer,
} from '../../../helpers/servers/postgres-server.ts';

interface Tables {
  notes: { id: number; text: string };
}

const createNotes: Migration = {
  async up({ schema }) {
    await schema
      .createTable('notes')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute();
  },
};

const LOST = 'the database is unavailable';
const BACK = 'the database is available again';

describe.skipIf(POSTGRES_BINARIES === null)('a PostgreSQL server', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await createPostgresServer();
  }, 60_000);
  afterAll(() => server.remove());

  async function open(schema: string, url = server.url) {
    const { logger, lines } = createLogSink();
    const database = await openDatabase<Tables>({
      url,
      migrations: { '001-notes': createNotes },
      schema,
      logger,
    });
    onTestFinished(() => database.destroy());
    const log = (text: string): number => lines.filter((line) => line.includes(text)).length;
    return { database, log };
  }

  const insert = (database: Kysely<Tables>, id: number, text = 'text') =>
    database.insertInto('notes').values({ id, text }).execute();

  async function idsIn(database: Kysely<Tables>): Promise<number[]> {
    const rows = await database.selectFrom('notes').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  }

  /** Uses several connections at once, so that the pool opens them. */
  const fillPool = (database: Kysely<Tables>) =>
    Promise.all(Array.from({ length: 8 }, () => sql`SELECT pg_sleep(0.1)`.execute(database)));

  /** A transaction that is interrupted between its two writes. */
  function interrupted(
    database: Kysely<Tables>,
    ids: readonly [number, number],
    interrupt: () => Promise<unknown>,
  ): Promise<void> {
    return database.transaction().execute(async (transaction) => {
      await insert(transaction, ids[0]);
      await interrupt();
      await insert(transaction, ids[1]);
    });
  }

  it('that ends a session in the middle of a transaction undoes it, and the next one works', async () => {
    const { database } = await open('ended');
    const end = () =>
      server.run(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'`,
      );
    await expect(interrupted(database, [1, 2], end)).rejects.toBeInstanceOf(DatabaseError);
    await interrupted(database, [3, 4], async () => undefined);
    expect(await idsIn(database)).toEqual([3, 4]);
  });

  it('that restarts interrupts what is under way and nothing afterwards, and the log says so once', async () => {
    const { database, log } = await open('restarted');
    await fillPool(database);
    const restart = async (): Promise<void> => {
      await server.stop();
      await Promise.all(
        [10, 11, 12].map((id) =>
          expect(insert(database, id)).rejects.toBeInstanceOf(DatabaseError),
        ),
      );
      await server.start();
    };
    await expect(interrupted(database, [1, 2], restart)).rejects.toBeInstanceOf(DatabaseError);
    // None of the connections from before the restart is used again.
    await Promise.all([20, 21, 22, 23].map((id) => insert(database, id)));
    expect(await idsIn(database)).toEqual([20, 21, 22, 23]);
    expect([log(LOST), log(BACK)]).toEqual([1, 1]);
  });

  it('that crashes loses nothing that was stored', async () => {
    const { database } = await open('crashed');
    await insert(database, 1);
    await server.crash();
    await expect(insert(database, 2)).rejects.toBeInstanceOf(DatabaseError);
    await server.start();
    await insert(database, 3);
    expect(await idsIn(database)).toEqual([1, 3]);
  });

  it('that became a read-only standby is left for the new primary', async () => {
    const { database } = await open('standby');
    await fillPool(database);
    await insert(database, 1);
    const sessions = async (): Promise<unknown[]> =>
      server.run(
        `SELECT pid FROM pg_stat_activity WHERE datname = 'portcullis' AND application_name = 'portcullis'`,
      );
    const before = await sessions();
    expect(before.length).toBeGreaterThan(5);
    // For existing sessions; later ones reach a writable server.
    await server.run(`ALTER SYSTEM SET default_transaction_read_only = on`);
    await server.run(`SELECT pg_reload_conf()`);
    let refused = 1;
    // The first ones may come before the sessions know.
    await expect
      .poll(() => insert(database, (refused += 1)).then(() => '', String))
      .toContain('read-only');
    expect(await idsIn(database)).not.toContain(refused);
    await server.run(
      `SET default_transaction_read_only = off`,
      `ALTER SYSTEM RESET default_transaction_read_only`,
    );
    await server.run(`SELECT pg_reload_conf()`);
    await expect.poll(() => insert(database, (refused += 1)).then(() => '', String)).toBe('');
    const after = JSON.stringify(await sessions());
    for (const session of before) expect(after).not.toContain(JSON.stringify(session));
  });

  it('that has no room on its disk refuses to store more, and continues when there is some', async ({
    skip,
  }) => {
    const disk = join(server.dir, 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      return skip('only root can mount a small disk');
    }
    onTestFinished(async () => {
      execFileSync('umount', ['-l', disk]);
    });
    server.own(disk);
    const { database } = await open('full');
    await server.run(`CREATE TABLESPACE small LOCATION '${disk}'`);
    await server.run(`ALTER TABLE "full".notes SET TABLESPACE small`);
    await insert(database, 1);
    const filler = join(disk, 'filler');
    try {
      writeFileSync(filler, Buffer.alloc(64 * 1024 * 1024));
    } catch {
      // The disk is full now.
    }
    const large = 'a text that cannot be compressed: '.concat(
      Array.from({ length: 20_000 }, (_, n) => ((n * 7919) % 9973).toString(36)).join(''),
    );
    await expect(insert(database, 2, large)).rejects.toMatchObject({ cause: { code: '53100' } });
    expect(await idsIn(database)).toEqual([1]);
    rmSync(filler);
    await insert(database, 3, large);
    expect(await idsIn(database)).toEqual([1, 3]);
    await database.schema.dropTable('notes').execute();
    await server.run('DROP TABLESPACE small');
  });

  it('ends a query that takes too long, and the connection works on', async () => {
    const { database, log } = await open('slow', `${server.url}?statement_timeout=200`);
    await expect(sql`SELECT pg_sleep(30)`.execute(database)).rejects.toMatchObject({
      cause: { code: '57014' },
    });
    expect((await sql`SELECT pg_backend_pid()`.execute(database)).rows).toHaveLength(1);
    expect(log(LOST)).toBe(0);
  });

  it('that does not answer any more is given up, and its connections are not used again', async () => {
    const { database } = await open('silent', `${server.url}?query_timeout=500`);
    await fillPool(database);
    server.pause();
    try {
      await expect(insert(database, 1)).rejects.toThrow('timeout');
    } finally {
      server.resume();
    }
    await Promise.all([2, 3, 4].map((id) => insert(database, id)));
    // The first may have been stored: its answer was lost.
    expect((await idsIn(database)).filter((id) => id > 1)).toEqual([2, 3, 4]);
  });

  it('that has no connection left is asked again', async () => {
    await (await open('crowded')).database.destroy();
    await server.stop();
    await server.start({ max_connections: '6', superuser_reserved_connections: '0' });
    const crowd = await open('crowded');
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, id) =>
        crowd.database.transaction().execute(async (transaction) => {
          await insert(transaction, id);
          await sql`SELECT pg_sleep(0.2)`.execute(transaction);
        }),
      ),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(String(refused[0]?.status === 'rejected' && refused[0].reason)).toMatch(
      /too many clients|remaining connection slots/,
    );
    expect(await idsIn(crowd.database)).toHaveLength(10 - refused.length);
    expect(crowd.log(LOST)).toBeGreaterThan(0);
    await crowd.database.destroy();
    await server.stop();
    await server.start();
  });

  it('ends the transaction of a process that hangs, which would keep others waiting', async () => {
    const { database } = await open(
      'idle',
      `${server.url}?idle_in_transaction_session_timeout=200`,
    );
    await expect(
      interrupted(database, [1, 2], () =>
        expect
          .poll(() =>
            server.run(`SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction'`),
          )
          .toEqual([]),
      ),
    ).rejects.toBeInstanceOf(DatabaseError);
    await insert(database, 3);
    expect(await idsIn(database)).toEqual([3]);
  });

  it('whose password was changed refuses new connections until it is right again', async () => {
    await server.run(
      `CREATE ROLE bot LOGIN PASSWORD 'first'`,
      `GRANT CREATE ON DATABASE portcullis TO bot`,
    );
    const url = Object.assign(new URL(server.url), { username: 'bot', password: 'first' }).href;
    const { database } = await open('secret', url);
    await insert(database, 1);
    await server.run(`ALTER ROLE bot PASSWORD 'second'`);
    await server.run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'bot'`,
    );
    await expect
      .poll(() => insert(database, 2).then(() => '', String))
      .toContain('password authentication failed');
    await server.run(`ALTER ROLE bot PASSWORD 'first'`);
    await insert(database, 3);
    expect(await idsIn(database)).toEqual([1, 3]);
  });
});
