import type { Clock } from '../../shared/clock.ts';
import { createBatchWriter } from '../../shared/tasks/batch-writer.ts';
import type { LogError } from '../../shared/throttled-error-log.ts';
import type { SeenMessage } from '../domain/message-log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { StoredMessageLog } from '../storage/message-log/message-log.ts';
import type { LogWrite } from '../storage/message-log/write-log.ts';

const WRITE_DELAY_MS = 250;
const RETRY_MS = 5000;
/** Messages and deletions in memory while the database does not answer. */
const MAX_PENDING = 10_000;

/** Collects messages and deletions, and writes them together. */
export interface LogWriter {
  seen(message: SeenMessage): void;
  /** Written at once: after a kill, Discord does not tell about it again. */
  deleted(deletion: LogWrite['deleted'][number]): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function createLogWriter({
  store,
  outbox,
  clock,
  logError,
}: {
  readonly store: Pick<StoredMessageLog, 'write'>;
  readonly outbox: Pick<Outbox, 'look'>;
  readonly clock: Clock;
  readonly logError: LogError;
}): LogWriter {
  let seen: SeenMessage[] = [];
  let deleted: LogWrite['deleted'][number][] = [];

  const writer = createBatchWriter({
    clock,
    delayMs: WRITE_DELAY_MS,
    retryMs: RETRY_MS,
    async write() {
      if (seen.length + deleted.length === 0) return true;
      const batch = { seen, deleted };
      [seen, deleted] = [[], []];
      try {
        for (const guildId of await store.write(batch)) outbox.look(guildId);
        return true;
      } catch (error) {
        [seen, deleted] = [batch.seen.concat(seen), batch.deleted.concat(deleted)];
        logError({ operation: 'writing the message log', ids: {} }, error);
        return false;
      }
    },
  });

  function hasRoom(guildId: string): boolean {
    if (seen.length + deleted.length < MAX_PENDING) return true;
    logError({ operation: 'logging a message', ids: { guildId } }, new Error('too many wait'));
    return false;
  }

  return {
    seen(message) {
      if (!hasRoom(message.guildId)) return;
      seen.push(message);
      writer.schedule();
    },
    deleted(deletion) {
      if (!hasRoom(deletion.guildId)) return;
      deleted.push(deletion);
      writer.hurry();
    },
    flush: writer.flush,
    stop: writer.stop,
  };
}
