import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Generated } from 'kysely';
import { openDatabase } from '../../../../src/shared/database/database.ts';
import type { Holder, Lease } from '../../../../src/bot/leases/leases.ts';
import { openPostgresLeases } from '../../../../src/bot/leases/postgres/postgres-leases.ts';
import { TIMING } from '../../../../src/bot/leases/postgres/timing.ts';
import { systemClock } from '../../../../src/shared/clock.ts';
import { createLogger } from '../../../../src/shared/logger.ts';
import { FAST } from './fast.ts';

/*
 * A process of its own, for signals. Arguments: the database's URL, `fast` or `real`, and how many leases there are.
 * For every lease it holds it writes to the table `writes` all the time, and prints a line whenever it may act:
 * nanoseconds on the clock that all processes of a machine share, the lease's name and its number.
 */

interface Tables {
  writes: { id: Generated<number>; name: string; number: number };
}

/** A slower confirmation does not say when the process was allowed to act. */
const PROMPT_NS = 20_000_000n;

const [url = '', speed = 'fast', count = '1'] = process.argv.slice(2);
const logger = createLogger('warn', { write: (line) => process.stderr.write(line) });
const database = await openDatabase<Tables>({
  url,
  schema: 'writes',
  migrations: {
    '001': {
      up: (database) =>
        database.schema
          .createTable('writes')
          .addColumn('id', 'serial')
          .addColumn('name', 'text')
          .addColumn('number', 'integer')
          .execute(),
    },
  },
  logger,
});
const leases = await openPostgresLeases({
  url,
  isAlone: false,
  clock: systemClock,
  monotonic: () => performance.now(),
  random: Math.random,
  logger,
  timing: speed === 'fast' ? FAST : TIMING,
});

async function act(lease: Lease, signal: AbortSignal): Promise<void> {
  const { name, number } = lease;
  for (let round = 0; !signal.aborted; round += 1) {
    const askedAt = process.hrtime.bigint();
    await lease.confirm(signal);
    if (process.hrtime.bigint() - askedAt < PROMPT_NS) console.log(`${askedAt} ${name} ${number}`);
    if (round % 5 === 0) await write(lease);
    await wait(5);
  }
}

async function write(lease: Lease): Promise<void> {
  const { name, number } = lease;
  try {
    await leases.fence(database, lease).insertInto('writes').values({ name, number }).execute();
  } catch (error) {
    logger.debug({ err: error }, 'not written');
  }
}

async function start(lease: Lease): Promise<Holder> {
  const stopping = new AbortController();
  const acting = act(lease, AbortSignal.any([lease.signal, stopping.signal])).catch(
    (error: unknown) => logger.debug({ err: error }, 'stopped acting'),
  );
  return {
    async stop() {
      stopping.abort();
      await acting;
    },
  };
}

process.once('SIGTERM', () => {
  void leases
    .stop({ deadlineMs: 1000 })
    .then(() => database.destroy())
    .then(() => console.log('stopped'));
});
await leases.share(
  Array.from({ length: Number(count) }, (_, index) => `group-${index}`),
  start,
);
