import type { AcceptedEvent } from '../../domain/events.ts';
import { message } from '../../locales/message.ts';
import { TOPICS } from '../../leases/topic-names.ts';
import { contentOf, isWanted } from '../delivery/event-content.ts';
import type { EventIntake } from '../delivery/event-intake.ts';
import type { KeywordRegistry, Keywords } from '../../domain/keywords.ts';
import type { TaggingPlaces } from '../../domain/tagging.ts';
import type { Leases } from '../../leases/leases.ts';
import type { AddonSettings } from '../../storage/service-records/addon-settings.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { AcceptEvent } from './webhooks.ts';

export interface AcceptEventDeps {
  readonly intake: EventIntake;
  readonly places: TaggingPlaces;
  readonly keywords: KeywordRegistry & Pick<Keywords, 'withLock'>;
  readonly settings: AddonSettings;
  readonly leases: Leases;
  readonly logger: Logger;
}

/** Stores the events that one of the bot's servers wants. */
export function createAcceptEvent(deps: AcceptEventDeps): AcceptEvent {
  const { intake, places, keywords, settings, leases, logger } = deps;

  /** Keeps the result of one of our sessions although its signature is wrong, and has the moderators told. */
  async function keepAsFailed(event: AcceptedEvent): Promise<'stored' | 'known' | 'untrusted'> {
    const { content } = event;
    const place = content.kind === 'tagging' ? await places.placeOf(content.convoId) : null;
    logger.warn({ eventId: event.id, kept: place !== null }, 'event with a wrong signature');
    if (place === null) return 'untrusted';
    const { guildId } = place;
    const reason = message('tagging-results:unverified.reason');
    const outcome = await intake.acceptAsFailed(event, { guildId, reason });
    if (outcome === 'stored') await leases.publish(TOPICS.unverifiedResult, guildId);
    return outcome;
  }

  /** Remembers a keyword that was registered at the service itself. */
  async function noteKeyword(text: string): Promise<void> {
    if (settings.seenKeywords.includes(text) || (await keywords.isWantedByAny(text))) return;
    await settings.addSeenKeyword(text);
  }

  return async ({ id, event, receivedAtMs, signatureProblem }) => {
    const content = contentOf(event);
    if (signatureProblem !== null) return keepAsFailed({ id, content, receivedAtMs });
    if (!(await isWanted(content, keywords))) return 'unwanted';
    if (content.kind === 'keyword') {
      if (!settings.alerts.isEnabled) return 'unwanted';
      await noteKeyword(content.keyword);
    }
    return intake.accept({ id, content, receivedAtMs });
  };
}
