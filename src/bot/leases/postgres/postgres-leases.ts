import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { openDatabase } from '../../../shared/database/database.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { ignorable } from '../ignorable.ts';
import type { Leases } from '../leases.ts';
import { createTopics } from '../topics.ts';
import { agree } from './agreement.ts';
import { fence } from './fence.ts';
import { createHoldings } from './holdings.ts';
import type { Wish } from './holding.ts';
import { createIdentifyTurns } from './identify.ts';
import { createLooks } from './looks.ts';
import { LEASE_SCHEMA, leaseMigrations } from './migrations.ts';
import { CHANGE, createSendNotification, notify, parseNotification } from './notifications.ts';
import { openWhenFree, LeaseConflictError } from './open-when-free.ts';
import { heartbeat, register, unregister, type OwnProcess } from './processes.ts';
import { createSession } from './session.ts';
import { TIMING, type Timing } from './timing.ts';
import { toStatus } from './view.ts';

export interface PostgresLeasesOptions {
  /** Must be a direct connection: a pooler that lends a session per transaction would lose the locks. */
  readonly url: string;
  /** Whether this process needs the database for itself. */
  readonly isAlone: boolean;
  readonly clock: Clock;
  /** Milliseconds on a monotonic clock, such as `performance.now`. */
  readonly monotonic: () => number;
  readonly random: () => number;
  readonly logger: Logger;
  readonly timing?: Timing;
}

/**
 * The leases of all processes that run on a PostgreSQL database. Rejects with a `DatabaseError`, or with a
 * `DatabaseInUseError` if this process or another one needs the database for itself.
 */
export async function openPostgresLeases(options: PostgresLeasesOptions): Promise<Leases> {
  const { url, isAlone, clock, monotonic, random, logger, timing = TIMING } = options;
  const own: OwnProcess = {
    id: randomUUID(),
    name: `${hostname()}:${process.pid}`,
    isAlone,
    isSharing: false,
    isStopping: false,
    agreed: new Map(),
  };
  const topics = createTopics(logger);
  let stopping: Promise<void> | null = null;

  const session = createSession({
    url,
    clock,
    monotonic,
    timing,
    logger,
    async register(connection) {
      const conflict = await register(connection, own, timing.takeOverMs);
      if (conflict !== null) throw new LeaseConflictError(conflict, isAlone);
    },
    heartbeat: (connection) => heartbeat(connection, own, timing),
    onConnected: () => looks.soon(),
    onNotification: receive,
  });
  const send = createSendNotification({ session, senderId: own.id, logger });
  const holdings = createHoldings({
    own,
    session,
    timing,
    clock,
    random,
    logger,
    tellAll: () => void send(CHANGE, ''),
    lookSoon: () => looks.soon(),
  });
  const looks = createLooks({
    session,
    intervalMs: timing.lookMs,
    clock,
    logger,
    look: (connection) => holdings.look(connection),
  });

  function receive(payload: string): void {
    const { senderId, topic, text } = parseNotification(payload);
    if (senderId === own.id) return;
    if (topic === CHANGE) looks.soon();
    else topics.deliver(topic, text);
  }

  /** Writes changes to this process's row without waiting for the next heartbeat. */
  async function announce(): Promise<void> {
    const { connection } = session;
    if (connection === null) return;
    try {
      await heartbeat(connection, own, timing);
    } catch (error) {
      connection.fail(error);
    }
    await send(CHANGE, '');
  }

  async function want(wish: Wish): Promise<void> {
    if (own.isStopping) return;
    const taken = await holdings.add(wish);
    await Promise.all(taken.map(({ firstStart }) => firstStart));
  }

  async function stop(deadlineMs: number): Promise<void> {
    own.isStopping = true;
    void announce();
    await holdings.stop({ deadlineMs });
    await looks.stop();
    await session.close(async (connection) => {
      await unregister(connection, own);
      await notify(connection, { senderId: own.id, topic: CHANGE, text: '' });
    });
  }

  const tables = await openDatabase({
    url,
    schema: LEASE_SCHEMA,
    migrations: leaseMigrations,
    logger,
  });
  await tables.destroy();
  await openWhenFree(session, clock);
  looks.start();

  return {
    processName: own.name,
    isShared: !isAlone,
    agree: (key, propose) => agree(key, propose, { session, own, timing, clock }),
    hold: (name, start) => ignorable(want({ names: [name], isShared: false, start })),
    share(names, start) {
      own.isSharing = true;
      return ignorable(announce().then(() => want({ names, isShared: true, start })));
    },
    fence: (database, { name, number }) => fence(database, { name, number, processId: own.id }),
    identify: isAlone ? null : createIdentifyTurns({ session, timing, clock, monotonic }),
    async publish(topic, text) {
      topics.deliver(topic, text);
      await send(topic, text);
    },
    subscribe: topics.subscribe,
    status: () => ({
      isConfirmed: session.isConfirmed(),
      processes: toStatus(holdings.view, own),
    }),
    stop: ({ deadlineMs }) => (stopping ??= stop(deadlineMs)),
  };
}
