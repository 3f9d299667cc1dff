import { postOf, type AcceptedEvent } from '../../domain/events.ts';
import { message } from '../../locales/message.ts';
import { TOPICS } from '../../leases/topic-names.ts';
import type { AcceptEvents } from '../../storage/events/accept-events.ts';
import { contentOf, isWanted } from './event-content.ts';
import type { KeywordRegistry, Keywords } from '../../domain/keywords.ts';
import type { TaggingPlaces } from '../../domain/tagging.ts';
import type { Leases } from '../../leases/leases.ts';
import type { AddonSettings } from '../../storage/service-records/addon-settings.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { AcceptEvent } from './webhooks.ts';

export interface AcceptEventDeps {
  readonly events: AcceptEvents;
  readonly places: TaggingPlaces;
  readonly keywords: KeywordRegistry & Pick<Keywords, 'withLock'>;
  readonly settings: AddonSettings;
  readonly leases: Pick<Leases, 'publish'>;
  /** How long a keyword alert waits for a case about its message. */
  readonly alertDelayMs: number;
  readonly logger: Logger;
}

/** Stores the events that one of the bot's servers wants. */
export function createAcceptEvent(deps: AcceptEventDeps): AcceptEvent {
  const { events, places, keywords, settings, leases, alertDelayMs, logger } = deps;

  const placeOf = ({ content }: AcceptedEvent) =>
    content.kind === 'tagging' ? places.placeOf(content.convoId) : null;

  /** Keeps the result of one of our sessions although its signature is wrong, and has the moderators told. */
  async function keepAsFailed(event: AcceptedEvent): Promise<'stored' | 'known' | 'untrusted'> {
    const place = await placeOf(event);
    logger.warn({ eventId: event.id, kept: place !== null }, 'event with a wrong signature');
    if (place === null) return 'untrusted';
    const { guildId } = place;
    const reason = message('tagging-results:unverified.reason');
    const outcome = await events.acceptAsFailed(event, postOf(event, guildId), reason);
    if (outcome === 'stored') await leases.publish(TOPICS.unverifiedResult, guildId);
    return outcome;
  }

  async function keep(event: AcceptedEvent): Promise<'stored' | 'known'> {
    const post = postOf(event, (await placeOf(event))?.guildId ?? null);
    const dueAt = event.receivedAtMs + (event.content.kind === 'keyword' ? alertDelayMs : 0);
    const outcome = await events.accept(event, { ...post, urgency: 'ordinary', dueAt });
    if (outcome === 'stored') void leases.publish(TOPICS.events, post.guildId);
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
    return keep({ id, content, receivedAtMs });
  };
}
