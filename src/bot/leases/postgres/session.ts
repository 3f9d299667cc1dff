import { DatabaseError } from '../../../shared/database/errors.ts';
import { sleep, type Clock } from '../../../shared/clock.ts';
import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import { createThrottledErrorLog } from '../../../shared/throttled-error-log.ts';
import { createChanges } from './changes.ts';
import { openConnection, type Connection } from './connection.ts';
import type { Timing } from './timing.ts';

/** A connection that is replaced when it breaks, and the heartbeats of this process on it. */
export interface Session {
  /** Makes the first connection. Rejects with a `DatabaseError`, or with what `register` threw. */
  open(): Promise<void>;
  /** Null while it is broken. */
  readonly connection: Connection | null;
  /** Whether a heartbeat succeeded on this connection so recently that no other process takes this one for dead. */
  isConfirmed(): boolean;
  /** Resolves when `connection` or `isConfirmed` may have changed; rejects with the signal's reason. */
  nextChange(signal?: AbortSignal): Promise<void>;
  announceChange(): void;
  /** Runs `work` on a connection, and again on the next one if the connection breaks meanwhile. */
  run<T>(work: (connection: Connection) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Sends no more heartbeats, runs `farewell` if there is a connection, and closes it. Never rejects. */
  close(farewell: (connection: Connection) => Promise<void>): Promise<void>;
}

export interface SessionOptions {
  readonly url: string;
  readonly clock: Clock;
  /** Milliseconds on a monotonic clock, such as `performance.now`. */
  readonly monotonic: () => number;
  readonly timing: Timing;
  readonly logger: Logger;
  /** Registers this process in the database, which counts as a heartbeat. Called for every new connection. */
  readonly register: (connection: Connection) => Promise<void>;
  readonly heartbeat: (connection: Connection) => Promise<void>;
  readonly onConnected: () => void;
  readonly onNotification: (payload: string) => void;
}

const MAX_RECONNECT_MS = 1000;
export const CHANNEL = 'portcullis';

export function createSession(options: SessionOptions): Session {
  const { url, clock, monotonic, timing, logger, register, heartbeat } = options;
  const logError = createThrottledErrorLog({ clock, logger });
  const { announceChange, nextChange } = createChanges();
  const closing = new AbortController();
  let current: Connection | null = null;
  // The time of the last successful heartbeat, on both clocks: the monotonic one stops while a machine is suspended, and the
  // other one may be set back.
  let confirmedAt = { monotonicMs: 0, wallMs: 0 };

  const now = (): typeof confirmedAt => ({ monotonicMs: monotonic(), wallMs: clock.now() });

  async function connect(): Promise<void> {
    const connection = await openConnection({
      url,
      timeoutMs: timing.timeoutMs,
      lockTimeoutMs: timing.heartbeatMs,
      onNotification: options.onNotification,
      onLost: (reason) => lose(connection, reason),
    });
    let sentAt = now();
    try {
      await connection.query(`LISTEN ${CHANNEL}`);
      sentAt = now();
      await register(connection);
      closing.signal.throwIfAborted();
    } catch (error) {
      await connection.close();
      throw error;
    }
    if (!connection.isOpen) throw new DatabaseError('The connection broke at once.');
    current = connection;
    confirmedAt = sentAt;
    announceChange();
    options.onConnected();
    clock.after(timing.heartbeatMs, () => void beat(connection));
  }

  async function beat(connection: Connection): Promise<void> {
    if (connection !== current || closing.signal.aborted) return;
    const sentAt = now();
    try {
      await heartbeat(connection);
    } catch (error) {
      connection.fail(error);
      return;
    }
    if (connection !== current) return;
    confirmedAt = sentAt;
    announceChange();
    const tookMs = monotonic() - sentAt.monotonicMs;
    clock.after(Math.max(0, timing.heartbeatMs - tookMs), () => void beat(connection));
  }

  function lose(connection: Connection, reason: unknown): void {
    if (connection !== current) return;
    current = null;
    announceChange();
    logger.warn({ reason: errorMessage(reason) }, 'the database session that holds leases broke');
    void reconnect();
  }

  async function reconnect(): Promise<void> {
    for (let delayMs = 50; !closing.signal.aborted; delayMs *= 2) {
      try {
        await connect();
        logger.info({}, 'the database session that holds leases is restored');
        return;
      } catch (error) {
        logError({ operation: 'restoring the database session that holds leases', ids: {} }, error);
      }
      await sleep(clock, Math.min(delayMs, MAX_RECONNECT_MS), closing.signal);
    }
  }

  async function ready(signal?: AbortSignal): Promise<Connection> {
    for (;;) {
      signal?.throwIfAborted();
      closing.signal.throwIfAborted();
      if (current !== null) return current;
      await nextChange(signal);
    }
  }

  return {
    open: connect,
    get connection() {
      return current;
    },
    isConfirmed: () =>
      current !== null &&
      monotonic() - confirmedAt.monotonicMs < timing.beliefMs &&
      clock.now() - confirmedAt.wallMs < timing.beliefMs,
    nextChange,
    announceChange,
    async run(work, signal) {
      for (;;) {
        const connection = await ready(signal);
        try {
          return await work(connection);
        } catch (error) {
          if (connection.isOpen) throw error;
        }
      }
    },
    async close(farewell) {
      closing.abort(new DatabaseError('The session is closed.'));
      const connection = current;
      current = null;
      announceChange();
      if (connection === null) return;
      try {
        await farewell(connection);
      } catch (error) {
        logger.warn({ reason: errorMessage(error) }, 'left the other processes without a word');
      }
      await connection.close();
    },
  };
}
