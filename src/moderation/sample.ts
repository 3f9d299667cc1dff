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
  const { parts } = snapshot;
  const [first] = parts;
  if (first === undefined) return '';
  return parts.length === 1 ? first.text : parts.map(({ text }) => text).join('\n');
}

/** The text as samples the service takes whole: nearly always one, more for a long forward. */
export function samplesOf(text: string): string[] {
  if (text.length <= MAX_SAMPLE_LENGTH) return [text];
  const samples: string[] = [];
  for (let start = 0; start + OVERLAP < text.length; start += MAX_SAMPLE_LENGTH - OVERLAP) {
    // A cut must not tear a surrogate pair (an emoji, say) apart; the overlap has it whole.
    const from = isTorn(text, start) ? start + 1 : start;
    const end = start + MAX_SAMPLE_LENGTH;
    samples.push(text.slice(from, isTorn(text, end) ? end - 1 : end));
  }
  return samples;
}

/** Whether the place lies inside a surrogate pair. */
function isTorn(text: string, place: number): boolean {
  return (text.codePointAt(place - 1) ?? 0) > 0xffff;
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
