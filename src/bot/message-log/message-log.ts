import { DAY_MS, type Clock } from '../../shared/clock.ts';
import type { Background } from '../../shared/tasks/background.ts';
import type { Retry } from '../../shared/tasks/retry.ts';
import { startSchedule, type Schedule } from '../../shared/tasks/schedule.ts';
import type { LogError } from '../../shared/throttled-error-log.ts';
import { writtenText, type DeletedMessages } from '../domain/message-log.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { LogCleaning } from '../storage/message-log/log-cleaning.ts';
import type { StoredMessageLog } from '../storage/message-log/message-log.ts';
import { createKnownLogs, type KnownLogsDeps, type Log } from './known-logs.ts';
import { createLogWriter } from './log-writer.ts';

/** Messages kept for a server. */
const MAX_KEPT = 100_000;
/** A later update of an edited message is not another edit. */
const FRESH_MS = 60_000;
const INTERVAL_MS = 60 * 60_000;

/** Keeps the texts of messages in servers with a message log, and passes on their deletions and edits. */
export interface MessageLog {
  /** A message as it is now. Runs for every message, so it does nothing but collect. */
  note(snapshot: Snapshot): void;
  deleted(messages: DeletedMessages): void;
  /** Forgets what is no longer to be kept. */
  settingsChanged(guildId: string): void;
  /** Roles or channels may have changed, in one server or all. */
  accessChanged(guildId?: string): void;
  /** The hourly deletion of texts that are no longer to be kept. */
  readonly cleaning: Pick<Schedule, 'run'>;
  /** Writes what was collected. */
  stop(): Promise<void>;
}

export function createMessageLog(
  deps: KnownLogsDeps & {
    readonly store: Pick<StoredMessageLog, 'write'>;
    readonly stored: LogCleaning;
    readonly outbox: Pick<Outbox, 'look'>;
    readonly clock: Clock;
    readonly background: Background;
    readonly retry: Retry;
    readonly logError: LogError;
  },
): MessageLog {
  const { stored, policies, isLogged, clock, background, retry, logError } = deps;
  const logs = createKnownLogs(deps);
  const writer = createLogWriter(deps);

  function keep({ settings, shows }: Log, snapshot: Snapshot): void {
    const { guildId, channelId, messageId, author, editedAt } = snapshot;
    if (!shows(channelId)) return;
    const now = clock.now();
    writer.seen({
      guildId,
      channelId,
      messageId,
      author: { id: author.id, name: author.name },
      text: writtenText(snapshot),
      editedAt: editedAt ?? 0,
      isFreshEdit: editedAt !== null && now - editedAt < FRESH_MS,
      seenAt: now,
      expiresAt: now + settings.days * DAY_MS,
    });
  }

  async function clean(guildId: string, channelIds: readonly string[]): Promise<void> {
    const { messageLog: settings } = await policies.get(guildId);
    if (settings.channelId === null) return stored.forget(guildId);
    const hidden = channelIds.filter((id) => isLogged(guildId, settings, id) === false);
    if (hidden.length > 0) await stored.forget(guildId, hidden);
    await stored.limit(guildId, { messages: MAX_KEPT, keepMs: settings.days * DAY_MS });
  }

  const cleaning = startSchedule({ intervalMs: INTERVAL_MS, clock }, async (isStopped) => {
    try {
      for (const [guildId, channelIds] of await stored.channels()) {
        if (!isStopped()) await clean(guildId, channelIds);
      }
    } catch (error) {
      logError({ operation: 'cleaning the message log', ids: {} }, error);
    }
  });

  return {
    cleaning,
    note(snapshot) {
      const { guildId, subject, author } = snapshot;
      if (logs.isOff(guildId) || subject !== 'message' || author.kind !== 'person') return;
      logs.with(guildId, (log) => keep(log, snapshot));
    },
    deleted(messages) {
      const { guildId, channelId, messageIds } = messages;
      if (messageIds.length === 0) return;
      const at = clock.now();
      logs.with(guildId, ({ settings, shows }) => {
        if (!shows(channelId)) return;
        writer.deleted({ ...messages, at, expiresAt: at + settings.days * DAY_MS });
      });
    },
    settingsChanged(guildId) {
      logs.forget(guildId);
      const errorContext = { operation: 'changing a message log', ids: { guildId } };
      background.run(errorContext, () =>
        retry(errorContext, async () => {
          await writer.flush();
          // Somebody may have read the settings right before they changed.
          logs.forget(guildId);
          const channels = await stored.channels(guildId);
          await clean(guildId, channels.get(guildId) ?? []);
        }),
      );
    },
    accessChanged: logs.accessChanged,
    async stop() {
      await cleaning.stop();
      await writer.stop();
    },
  };
}
