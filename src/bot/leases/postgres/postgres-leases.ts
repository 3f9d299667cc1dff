import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { openDatabase } from '../../../shared/database/database.ts';
import { sleep, type Clock } from '../../../shared/clock.ts';
import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import { startSchedule, type Schedule } from '../../../shared/tasks/schedule.ts';
import { createThrottledErrorLog } from '../../../shared/throttled-error-log.ts';
import { DatabaseInUseError } from '../errors.ts';
import { ignorable } from '../ignorable.ts';
import type { Leases } from '../leases.ts';
import { createTopics } from '../topics.ts';
import { agree } from './agreement.ts';
import type { Connection } from './connection.ts';
import { fence } from './fence.ts';
import { createHoldings, type Wish } from './holdings.ts';
import { createIdentifyTurns } from './identify.ts';
import { LEASE_SCHEMA, leaseMigrations } from './migrations.ts';
import { heartbeat, register, unregister, type OwnProcess } from './processes.ts';
import { CHANNEL, createSession } from './session.ts';
import { TIMING, type Timing } from './timing.ts';
import { toStatus } from './view.ts';

export interface PostgresLeasesOptions {
  /** For a direct connection: a pooler that lends a session per transaction would lose the locks. */
  readonly url: string;
  /** Whether this process needs the database for itself. */
  readonly isAlone: boolean;
  readonly clock: Clock;
  /** Milliseconds on a clock that nobody sets, such as `performance.now`. */
  readonly monotonic: () => number;
  readonly random: () => number;
  readonly logger: Logger;
  readonly timing?: Timing;
}

/** News within this time leads to one look. */
const GATHER_MS = 20;
const CONFLICT_RETRY_MS = 250;
/** The topic that asks all processes to look at the leases. */
const CHANGE = '-';

/**
 * The leases of all processes that run on a PostgreSQL database. Rejects with a `DatabaseError`, or with a
 * `DatabaseInUseError` if this process or another one needs the database for itself.
 */
export async function openPostgresLeases({
  url,
  isAlone,
  clock,
  monotonic,
  random,
  logger,
  timing = TIMING,
}: PostgresLeasesOptions): Promise<Leases> {
  const own: OwnProcess = {
    id: randomUUID(),
    name: `${hostname()}:${process.pid}`,
    isAlone,
    isSharing: false,
    isStopping: false,
    agreed: new Map(),
  };
  const topics = createTopics(logger);
  const logError = createThrottledErrorLog({ clock, logger });
  let looks: Schedule | null = null;
  let cancelLook: (() => void) | null = null;
  let stopping: Promise<void> | null = null;

  const session = createSession({
    url,
    clock,
    monotonic,
    timing,
    logger,
    async register(connection) {
      const conflict = await register(connection, own, timing.takeOverMs);
      if (conflict !== null) throw new Refusal(conflict, isAlone);
    },
    heartbeat: (connection) => heartbeat(connection, own, timing),
    onConnected: lookSoon,
    onNotification: receive,
  });
  const holdings = createHoldings({
    own,
    session,
    timing,
    clock,
    random,
    logger,
    tellAll: () => void send(CHANGE, ''),
    lookSoon,
  });

  function lookSoon(): void {
    cancelLook ??= clock.after(GATHER_MS, () => {
      cancelLook = null;
      void looks?.run();
    });
  }

  async function look(): Promise<void> {
    const { connection } = session;
    if (connection === null) return;
    try {
      await holdings.look(connection);
    } catch (error) {
      if (connection.isOpen) logError({ operation: 'looking at the leases', ids: {} }, error);
    }
  }

  function receive(payload: string): void {
    const [sender, topic = '', ...words] = payload.split(' ');
    if (sender === own.id) return;
    if (topic === CHANGE) lookSoon();
    else topics.deliver(topic, words.join(' '));
  }

  async function notify(connection: Connection, topic: string, text: string): Promise<void> {
    await connection.query('SELECT pg_notify($1, $2)', [CHANNEL, `${own.id} ${topic} ${text}`]);
  }

  /** Tells the other processes, if the session stands. */
  async function send(topic: string, text: string): Promise<void> {
    const { connection } = session;
    if (connection === null) return;
    try {
      await notify(connection, topic, text);
    } catch (error) {
      logger.debug({ topic, reason: errorMessage(error) }, 'notification not sent');
    }
  }

  /** Writes what has changed about this process before the next heartbeat does. */
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

  /** A process that was killed counts as running for a while; one whose heartbeat goes on does run. */
  async function openWhenFree(): Promise<void> {
    let heartbeats: string | null = null;
    for (;;) {
      try {
        await session.open();
        return;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (heartbeats !== null && heartbeats !== error.heartbeats) throw error;
        heartbeats = error.heartbeats;
      }
      await sleep(clock, CONFLICT_RETRY_MS);
    }
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
    await looks?.stop();
    cancelLook?.();
    await session.close(async (connection) => {
      await unregister(connection, own);
      await notify(connection, CHANGE, '');
    });
  }

  const tables = await openDatabase({
    url,
    schema: LEASE_SCHEMA,
    migrations: leaseMigrations,
    logger,
  });
  await tables.destroy();
  await openWhenFree();
  looks = startSchedule({ intervalMs: timing.lookMs, clock }, look);

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

class Refusal extends DatabaseInUseError {
  readonly heartbeats: string;

  constructor(
    { names, heartbeats }: { names: readonly string[]; heartbeats: string },
    isAlone: boolean,
  ) {
    super(
      isAlone
        ? `This process needs the database for itself, and ${names.join(', ')} runs on it, too.`
        : `${names.join(', ')} runs on this database and needs it for itself.`,
    );
    this.heartbeats = heartbeats;
  }
}
