import { hash } from 'node:crypto';
import type { Policy } from './policy/policy.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The longest sample, in UTF-16 units. The embedded service accepts bodies up to 64 KiB, and a unit takes at most
 * 6 bytes (an escaped control character), so 10,000 always fit.
 */
export const MAX_SAMPLE_LENGTH = 10_000;

/** The overlap of the samples of a long text, so that a cut hides nothing. */
const OVERLAP = 200;

/** The text of a message, one part per line. Empty when there is nothing to read. */
export function textOf(snapshot: Snapshot): string {
  const { parts } = snapshot;
  const [first] = parts;
  if (first === undefined) return '';
  return parts.length === 1 ? first.text : parts.map(({ text }) => text).join('\n');
}

/** Splits a text into samples that the service accepts: nearly always one, more for a long forwarded message. */
export function samplesOf(text: string): string[] {
  if (text.length <= MAX_SAMPLE_LENGTH) return [text];
  const samples: string[] = [];
  for (let start = 0; start + OVERLAP < text.length; start += MAX_SAMPLE_LENGTH - OVERLAP) {
    // A cut must not split a surrogate pair, such as an emoji; the overlap contains it whole.
    const from = splitsPair(text, start) ? start + 1 : start;
    const end = start + MAX_SAMPLE_LENGTH;
    samples.push(text.slice(from, splitsPair(text, end) ? end - 1 : end));
  }
  return samples;
}

/** Whether the index lies inside a surrogate pair. */
function splitsPair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff;
}

/** Recognizes the same text again without storing it. */
export function fingerprintOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/** A 32-bit hash, for uses in which one collision in four billion does no harm. */
export function shortHashOf(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16);
}

/**
 * The metadata sent with a sample: the ids that an alert needs to link to the message, and the server's language, if one
 * is set: it tells how to read a text too short to have a language of its own.
 */
export function metadataOf(
  { subject, guildId, channelId, messageId, author }: Snapshot,
  { language }: Pick<Policy, 'language'>,
): Record<string, string> {
  const metadata: Record<string, string> = { guildId };
  if (channelId !== '') metadata['channelId'] = channelId;
  if (subject === 'message') metadata['messageId'] = messageId;
  if (author.id !== '') metadata['authorId'] = author.id;
  if (language !== null) metadata['language'] = language;
  return metadata;
}
