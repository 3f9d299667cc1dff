import { createHash, timingSafeEqual } from 'node:crypto';
import { timeHmac } from '../protocol/events.ts';
import { RefusedError } from '../lib/refused-error.ts';
import { FRESHNESS_MS } from './limits.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in a time that tells nothing: digests, since `timingSafeEqual` takes equal lengths only. */
export function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(digest(given), digest(wanted));
}

interface Signed {
  readonly time: number;
  readonly hmac?: string | undefined;
}

/**
 * Refuses an event that is not signed with one of the secrets, or whose time is too far from now. Without secrets every
 * event is let through: its time is then whatever the sender says, so that to judge it would give nothing, and would
 * lose what a sender delivers late because the bot was away.
 *
 * What the service in this process signs may come late: it keeps an event until it is taken, over loopback, so that to
 * refuse one for its age would lose it and hold up those behind it.
 *
 * What the signature of a tagging result covers is not shown; the embedded service signs its time, like that of a
 * keyword alert, and this is asked of any.
 */
export function checkSignature(
  { time, hmac }: Signed,
  trusted: { secrets: readonly string[]; ownSecret: string | null; nowMs: number },
): void {
  const { secrets, ownSecret, nowMs } = trusted;
  if (secrets.length === 0) return;
  if (hmac === undefined) throw new RefusedError(401, 'The event carries no signature.');
  // All of them, so that the time does not tell which one it was.
  const fits = secrets.map((secret) => isSame(hmac, timeHmac(secret, time)));
  const isOwn = ownSecret !== null && isSame(hmac, timeHmac(ownSecret, time));
  if (!isOwn && !fits.includes(true)) {
    throw new RefusedError(401, 'The signature of the event does not fit its time.');
  }
  if (!isOwn && Math.abs(nowMs - time) > FRESHNESS_MS) {
    throw new RefusedError(401, 'The time of the event is more than five minutes from now.');
  }
}
