import type { AcceptedEvent } from '../../src/bot/domain/events.ts';
import { postOf } from '../../src/bot/domain/events.ts';
import {
  createAcceptEvents,
  type AcceptEvents,
} from '../../src/bot/storage/events/accept-events.ts';
import type { StateDatabase } from '../../src/bot/storage/tables.ts';

/** Stores an event, with its post. `guildId`: where the session of a tagging result was started. */
export function acceptEvent(
  store: StateDatabase | AcceptEvents,
  event: AcceptedEvent,
  guildId: string | null = null,
): Promise<'stored' | 'known'> {
  const events = 'accept' in store ? store : createAcceptEvents(store, { now: Date.now });
  const dueAt = event.receivedAtMs;
  return events.accept(event, { ...postOf(event, guildId), urgency: 'ordinary', dueAt });
}
