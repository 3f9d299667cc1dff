import { sql, type Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../../src/shared/database/database.ts';
import { LeaseLostError } from '../../../../../src/bot/leases/errors.ts';
import type { Lease } from '../../../../../src/bot/leases/leases.ts';
import { silentLogger } from '../../../../../src/shared/logger.ts';
import { createDeferred } from '../../../../helpers/deferred.ts';
import { describeOnPostgres, type NewDatabase } from '../../../../helpers/test-state.ts';
import { openClient, openProcess, pause, until, type TestProcess } from '../fixture.ts';

interface Tables {
  notes: { text: string };
}

interface Scene {
  readonly url: string;
  readonly plain: Kysely<Tables>;
  readonly fenced: Kysely<Tables>;
  readonly process: TestProcess;
  texts(): Promise<string[]>;
}

async function openNotes(url: string): Promise<Kysely<Tables>> {
  const database = await openDatabase<Tables>({
    url,
    schema: 'notes',
    migrations: {
      '001': {
        up: (database) => database.schema.createTable('notes').addColumn('text', 'text').execute(),
      },
    },
    logger: silentLogger,
  });
  onTestFinished(() => database.destroy());
  return database;
}

async function setUp(newDatabase: NewDatabase): Promise<Scene> {
  const url = await newDatabase();
  const plain = await openNotes(url);
  const process = await openProcess(url);
  await process.leases.hold('job', process.start);
  return {
    url,
    plain,
    fenced: process.leases.fence(plain, leaseOf(process)),
    process,
    async texts() {
      const rows = await plain.selectFrom('notes').select('text').orderBy('text').execute();
      return rows.map(({ text }) => text);
    },
  };
}

function leaseOf({ held }: TestProcess): Lease {
  const lease = held.get('job');
  if (lease === undefined) throw new Error('The process does not hold the lease.');
  return lease;
}

const write = (database: Kysely<Tables>, text: string): Promise<unknown> =>
  database.insertInto('notes').values({ text }).execute();

describeOnPostgres((newDatabase) => {
  test('the holder writes and reads as without a fence', async () => {
    const { fenced, texts } = await setUp(newDatabase);
    await write(fenced, 'a');
    await fenced.transaction().execute(async (transaction) => {
      await write(transaction, 'b');
      await write(transaction, 'c');
    });
    await sql`INSERT INTO notes VALUES ('d')`.execute(fenced);
    const { numUpdatedRows } = await fenced
      .updateTable('notes')
      .set({ text: 'e' })
      .where('text', '=', 'd')
      .executeTakeFirstOrThrow();
    expect(numUpdatedRows).toBe(1n);
    const deleted = await fenced
      .deleteFrom('notes')
      .where('text', '=', 'a')
      .returning('text')
      .execute();
    expect(deleted).toEqual([{ text: 'a' }]);
    expect(await fenced.selectFrom('notes').selectAll().execute()).toHaveLength(3);
    expect(await texts()).toEqual(['b', 'c', 'e']);
  });

  test('nothing that was written under an older number is stored', async () => {
    const { plain, fenced, process, texts, url } = await setUp(newDatabase);
    await write(fenced, 'before');
    const other = await openProcess(url);
    await other.leases.hold('job', other.start);
    await process.leases.stop({ deadlineMs: 0 });
    await until(() => other.held.has('job'));

    await expect(write(fenced, 'late')).rejects.toBeInstanceOf(LeaseLostError);
    await expect(sql`INSERT INTO notes VALUES ('late')`.execute(fenced)).rejects.toBeInstanceOf(
      LeaseLostError,
    );
    await expect(fenced.deleteFrom('notes').execute()).rejects.toBeInstanceOf(LeaseLostError);
    await expect(
      fenced.transaction().execute((transaction) => write(transaction, 'late')),
    ).rejects.toBeInstanceOf(LeaseLostError);
    expect(await fenced.selectFrom('notes').selectAll().execute()).toEqual([{ text: 'before' }]);

    await write(other.leases.fence(plain, leaseOf(other)), 'after');
    expect(await texts()).toEqual(['after', 'before']);
  });

  test('a lease that was given back fences, too, before anybody else takes it', async () => {
    const { fenced, process } = await setUp(newDatabase);
    await process.leases.stop({ deadlineMs: 0 });
    await expect(write(fenced, 'late')).rejects.toBeInstanceOf(LeaseLostError);
  });

  test('a transaction that has begun is finished before another process takes the lease', async () => {
    const { url, fenced, texts } = await setUp(newDatabase);
    const client = await openClient(url);
    const other = await openProcess(url);
    await other.leases.hold('job', other.start);
    const go = createDeferred();
    const writing = fenced.transaction().execute(async (transaction) => {
      await go.promise;
      await write(transaction, 'in time');
    });
    await pause(50);
    await client.query(`UPDATE processes SET is_alone = true`);
    await client.query(
      `SELECT pg_terminate_backend(backend_pid) FROM processes JOIN leases ON holder = processes.id`,
    );
    await pause(1500);
    expect(other.held.size).toBe(0);

    go.resolve();
    await writing;
    await until(() => other.held.has('job'));
    expect(await texts()).toEqual(['in time']);
    await expect(write(fenced, 'late')).rejects.toBeInstanceOf(LeaseLostError);
    await client.query(`UPDATE processes SET is_alone = false`);
  });

  test('a write that fails is rolled back, and its connection works on', async () => {
    const { fenced, texts } = await setUp(newDatabase);
    for (let times = 0; times < 20; times += 1) {
      await expect(sql`INSERT INTO nothing VALUES (1)`.execute(fenced)).rejects.toMatchObject({
        code: 'database_failed',
      });
      await expect(
        fenced.transaction().execute(async (transaction) => {
          await write(transaction, 'undone');
          throw new Error('changed my mind');
        }),
      ).rejects.toThrow('changed my mind');
    }
    await write(fenced, 'stored');
    expect(await texts()).toEqual(['stored']);
  });

  test('closing the fenced database leaves the one under it open', async () => {
    const { fenced, texts } = await setUp(newDatabase);
    await write(fenced, 'stored');
    await fenced.destroy();
    expect(await texts()).toEqual(['stored']);
  });

  test('many writes at once take their turns on the connections', async () => {
    const { fenced, texts } = await setUp(newDatabase);
    await Promise.all(Array.from({ length: 100 }, (_, index) => write(fenced, String(index))));
    expect(await texts()).toHaveLength(100);
  });
});
