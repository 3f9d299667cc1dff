import type { KeywordRegistry } from '../moderation/keywords.ts';
import { readEvent } from './read-event.ts';

/**
 * Whether an event is for a server to hear of. All servers share one list of keywords at the service, so an alert may come
 * for a keyword that only another one registered: what that one looks for is not for everybody to know.
 */
export async function isWanted(body: unknown, keywords: KeywordRegistry): Promise<boolean> {
  const content = readEvent(body);
  if (content?.kind !== 'keyword' || content.guildId === null) return true;
  return keywords.isWanted(content.guildId, content.keyword);
}
