import { createHash } from 'node:crypto';
import type { Snapshot } from './snapshot.ts';

/**
 * The longest sample sent in one piece, in UTF-16 units. The embedded service takes bodies up to 64 KiB, and
 * a unit costs at most 6 bytes there (an escaped control character), so 10,000 always fit.
 */
export const MAX_SAMPLE_LENGTH = 10_000;

/** Pieces of a long text overlap by this much, so that nothing hides on the cut. */
const OVERLAP = 200;

/** All text of a message as one string, a part a line. Empty when there is nothing to read. */
export function textOf(snapshot: Snapshot): string {
  const [first, ...rest] = snapshot.parts;
  if (first === undefined) return '';
  return rest.length === 0 ? first.text : snapshot.parts.map((part) => part.text).join('\n');
}

/** The text as samples the service takes whole: nearly always one, more for a long forward. */
export function samplesOf(text: string): string[] {
  if (text.length <= MAX_SAMPLE_LENGTH) return [text];
  const samples: string[] = [];
  for (let start = 0; start + OVERLAP < text.length; start += MAX_SAMPLE_LENGTH - OVERLAP) {
    samples.push(text.slice(start, start + MAX_SAMPLE_LENGTH));
  }
  return samples;
}

/** Tells whether the same message with the same text was dealt with before, without keeping the text. */
export function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** The metadata sent with a sample: ids only, which is what an alert needs to point back at the message. */
export function metadataOf(snapshot: Snapshot): Record<string, string> {
  return {
    guildId: snapshot.guildId,
    channelId: snapshot.channelId,
    messageId: snapshot.messageId,
    authorId: snapshot.author.id,
  };
}
