import { isSnowflake } from '../../../shared/snowflake.ts';
import type { EventContent } from '../../domain/events.ts';
import type { KeywordRegistry } from '../../domain/keywords.ts';
import type { HitMessage } from '../../domain/keyword-hits.ts';
import { TAGGING_RESULT_ADDON, type WebhookEvent } from '../../../service-api/schemas/events.ts';

/** The furthest a date can be from the epoch (ECMAScript, "Time Values and Time Range"). */
const LATEST_DATE_MS = 8_640_000_000_000_000;

/**
 * What the bot keeps of a webhook event. The metadata comes from the sender, so an id counts only if it looks like one.
 */
export function contentOf(event: WebhookEvent): EventContent {
  const at = Math.max(0, Math.min(LATEST_DATE_MS, event.time));
  if (event.addon === TAGGING_RESULT_ADDON) {
    const { convoId, tags, undocumentedTags } = event.payload;
    return {
      kind: 'tagging',
      convoId,
      tags: tags === false ? '' : tags,
      undocumentedTags: undocumentedTags === false ? '' : undocumentedTags,
      at,
    };
  }
  const { keywordDetected: keyword, metadata = {}, fullText } = event.payload;
  return {
    kind: 'keyword',
    keyword,
    guildId: idIn(metadata, 'guildId'),
    place: placeIn(metadata),
    text: fullText === false ? null : fullText,
    at,
  };
}

/**
 * Whether the server may see this event. All servers share one keyword list at the service, so an alert can be caused by a
 * keyword that only another server registered, and what that server looks for is private.
 */
export async function isWanted(content: EventContent, keywords: KeywordRegistry): Promise<boolean> {
  if (content.kind !== 'keyword' || content.guildId === null) return true;
  return keywords.isWanted(content.guildId, content.keyword);
}

function placeIn(metadata: Readonly<Record<string, unknown>>): HitMessage | null {
  const guildId = idIn(metadata, 'guildId');
  const channelId = idIn(metadata, 'channelId');
  const messageId = idIn(metadata, 'messageId');
  const authorId = idIn(metadata, 'authorId');
  return guildId !== null && channelId !== null && messageId !== null && authorId !== null
    ? { guildId, channelId, messageId, authorId }
    : null;
}

function idIn(metadata: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
  return typeof value === 'string' && isSnowflake(value) ? value : null;
}
