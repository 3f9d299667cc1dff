import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { DAY_MS } from '../../../src/shared/clock.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import { eraseFromStore } from '../../../src/service/store/erasure.ts';
import { createModeratedStore } from '../../../src/service/store/moderated.ts';
import { createSamplePartitions } from '../../../src/service/store/sample-partitions.ts';
import { removeSamples, type StoredSample } from '../../../src/service/store/samples.ts';
import { openStore } from '../../../src/service/store/store.ts';
import type { ServiceDatabase } from '../../../src/service/store/tables.ts';
import { describeOnPostgres } from '../../helpers/test-state.ts';

const NOON = Date.UTC(2026, 10, 22, 12);

function sample(text: string, timeMs: number): StoredSample {
  const scores = { sentiment: 0, political: 0, vulgarity: 0 };
  return { account: 'main', timeMs, sample: text, ...scores, version: 'v' };
}

async function partitionNames(database: ServiceDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'samples'::regclass ORDER BY relname
  `.execute(database);
  return rows.map(({ name }) => name);
}

async function stored(database: ServiceDatabase): Promise<string[]> {
  const rows = await database.selectFrom('samples').select('sample').orderBy('id').execute();
  return rows.map((row) => row.sample);
}

describeOnPostgres((newDatabase) => {
  async function open(url?: string) {
    const database = await openStore(url ?? (await newDatabase()), silentLogger);
    onTestFinished(() => database.destroy());
    const partitions = createSamplePartitions(database);
    const moderated = createModeratedStore(database, partitions);
    const add = (...samples: StoredSample[]) => moderated.add({ samples, increments: [] });
    return { database, partitions, add };
  }

  it('samples of a day without a partition get one', async () => {
    const { database, add } = await open();
    await add(sample('old', NOON - DAY_MS), sample('new', NOON));
    expect(await partitionNames(database)).toEqual(['samples_20261121', 'samples_20261122']);
    expect(await stored(database)).toEqual(['old', 'new']);
  });

  it('two instances can create a partition at once', async () => {
    const url = await newDatabase();
    const [one, other] = [await open(url), await open(url)];
    await Promise.all([one.add(sample('a', NOON)), other.add(sample('b', NOON))]);
    expect((await stored(one.database)).sort()).toEqual(['a', 'b']);
  });

  it('a day is dropped when its last millisecond has expired', async () => {
    const { database, partitions, add } = await open();
    await add(sample('old', NOON - DAY_MS), sample('new', NOON));
    const midnight = Date.UTC(2026, 10, 22);
    await removeSamples(database, partitions, midnight - 1);
    expect(await stored(database)).toEqual(['old', 'new']);
    await removeSamples(database, partitions, midnight);
    expect(await stored(database)).toEqual(['new']);
    expect(await partitionNames(database)).toEqual(['samples_20261122']);
  });

  it('a write that finds its partition dropped succeeds the second time', async () => {
    const { database, add } = await open();
    await add(sample('gone', NOON));
    await sql`DROP TABLE samples_20261122`.execute(database);
    await expect(add(sample('kept', NOON))).rejects.toThrow('no partition');
    await add(sample('kept', NOON));
    expect(await stored(database)).toEqual(['kept']);
  });

  it('a text is erased on every day', async () => {
    const { database, add } = await open();
    await add(sample('secret', NOON), sample('a\nsecret', NOON - DAY_MS), sample('kept', NOON));
    await eraseFromStore(database, { samples: ['secret'], lines: ['secret'] });
    expect(await stored(database)).toEqual(['kept']);
  });
});
