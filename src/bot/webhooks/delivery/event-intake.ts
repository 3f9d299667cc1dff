import type { AcceptedEvent, EventFailure, InboxStore } from '../../domain/events.ts';
import type { TaggingPlaces } from '../../domain/tagging.ts';
import { addonOf, laneOf } from './event-content.ts';

/** Takes in events of the service, whichever process delivers them. Every method throws when the database fails. */
export interface EventIntake {
  /** Resolves when the event is stored. */
  accept(event: AcceptedEvent): Promise<'stored' | 'known'>;
  /** Stores an event without delivering it, until a moderator retries it. */
  acceptAsFailed(
    event: AcceptedEvent,
    failure: Omit<EventFailure, 'addon'>,
  ): Promise<'stored' | 'known'>;
}

export function createEventIntake(deps: {
  readonly store: Pick<InboxStore, 'accept' | 'acceptAsFailed'>;
  readonly places: TaggingPlaces;
  /** Called when an event has been stored in this lane. */
  readonly onStored: (lane: string) => void;
}): EventIntake {
  const { store, places, onStored } = deps;

  async function laneFor({ content }: AcceptedEvent): Promise<string> {
    const place = content.kind === 'tagging' ? await places.placeOf(content.convoId) : null;
    return laneOf(content, place?.guildId ?? null);
  }

  return {
    async accept(event) {
      const lane = await laneFor(event);
      const result = await store.accept(event, lane);
      if (result === 'stored') onStored(lane);
      return result;
    },
    async acceptAsFailed(event, failure) {
      const addon = addonOf(event.content);
      return store.acceptAsFailed(event, await laneFor(event), { ...failure, addon });
    },
  };
}
