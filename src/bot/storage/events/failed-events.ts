import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { addonOf, FALLBACK_KEY, type Inbox } from '../../domain/events.ts';
import { message, messageSchema } from '../../locales/message.ts';
import { parseRecord } from '../parse-record.ts';
import type { StateDatabase } from '../tables.ts';
import { selectEvents, waitAgain } from './events.ts';

const MAX_LISTED = 100;

/** Events that could not be posted. Every method throws when the database fails. */
export interface FailedEvents extends Pick<Inbox, 'failed'> {
  /** Makes a failed event wait again. Resolves to the server of its post; null: no such event has failed. */
  requeue(eventId: string): Promise<string | null>;
  /** The same for all that belong to no server, because nobody else can retry them. */
  requeueUnowned(): Promise<void>;
}

export function createFailedEvents(
  database: StateDatabase,
  clock: Pick<Clock, 'now'>,
  logger: Logger,
): FailedEvents {
  const requeue = (which: { readonly id: string } | { readonly guildId: string }) =>
    database
      .transaction()
      .execute((transaction) => waitAgain(transaction, { state: 'failed', ...which }, clock));
  return {
    requeue: (id) => requeue({ id }),
    async requeueUnowned() {
      await requeue({ guildId: FALLBACK_KEY });
    },
    async failed(guildId) {
      const rows = await selectEvents(database, 'failed', clock.now())
        .selectAll()
        .where('guild_id', '=', guildId ?? FALLBACK_KEY)
        .limit(MAX_LISTED)
        .execute();
      return rows.map(({ id, kind, reason, received_at: receivedAtMs }) => ({
        eventId: id,
        guildId,
        addon: addonOf(kind),
        reason:
          parseRecord(messageSchema, reason ?? '', { logger, name: `event ${id}` }) ??
          message('keyword-alerts:failed'),
        receivedAtMs,
      }));
    },
  };
}
