import type { EventContent, HitPlace } from '../moderation/events.ts';
import { refOf } from '../moderation/events.ts';
import { webhookEventSchema } from '../protocol/events.ts';

const SNOWFLAKE = /^\d{15,20}$/;
/** The furthest a date can be from the epoch (ECMAScript, time values). */
const LATEST_DATE_MS = 8_640_000_000_000_000;

/** What an event says; null where it is none we know. Whoever sent it wrote the metadata, so nothing in it is taken on trust. */
export function readEvent(body: unknown): EventContent | null {
  const parsed = webhookEventSchema.safeParse(body);
  if (!parsed.success) return null;
  const { data: event } = parsed;
  const at = Math.max(0, Math.min(LATEST_DATE_MS, event.time));
  if (event.addon === 'ssiQuery') {
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
  const place = placeIn(metadata);
  return {
    kind: 'keyword',
    keyword,
    guildId: idIn(metadata, 'guildId'),
    place,
    text: fullText === false ? null : fullText,
    at,
  };
}

/** Events of one lane go to one place, mostly. A tagging result has a lane of its own. */
export function laneOf(body: unknown): string {
  const content = readEvent(body);
  if (content?.kind === 'tagging') return `tagging-${refOf(content.convoId)}`;
  return content?.guildId ?? '-';
}

function placeIn(metadata: Readonly<Record<string, unknown>>): HitPlace | null {
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
  return typeof value === 'string' && SNOWFLAKE.test(value) ? value : null;
}
