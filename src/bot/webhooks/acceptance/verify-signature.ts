import { createHash, timingSafeEqual } from 'node:crypto';
import { timeHmac } from '../../../service-api/schemas/events.ts';
import { FRESHNESS_MS } from '../../listener/listener-limits.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares secrets in constant time, by their digests, because `timingSafeEqual` requires equal lengths. */
export function isSameSecret(actual: string, expected: string): boolean {
  return timingSafeEqual(digest(actual), digest(expected));
}

/**
 * The keys that an issued secret can mean: the bytes of the text itself, or what the text encodes. The interface says that
 * the service issues a symmetric key, but not in which form.
 */
export function keysOf(secret: string): (string | Buffer)[] {
  const keys: (string | Buffer)[] = [secret];
  if (/^(?:[\da-f]{2}){16,}$/i.test(secret)) keys.push(Buffer.from(secret, 'hex'));
  if (/^[\w+/-]{22,}={0,2}$/.test(secret)) keys.push(Buffer.from(secret, 'base64'));
  return keys;
}

interface Signed {
  readonly time: number;
  readonly hmac?: string | undefined;
}

/**
 * Why the event is not trusted: it is not signed with one of the secrets, or its time differs too much from now. Null: it is
 * trusted. Without
 * secrets it accepts every event: an unsigned time proves nothing, and a check would lose events that arrive late because
 * the bot was down.
 *
 * Events from the embedded service may arrive late. It retries each event until it is accepted, so a rejection would lose
 * the event and block those behind it.
 *
 * The interface does not say what a tagging result's signature covers. The embedded service signs the time, as for a
 * keyword alert, so this requires the same from every service.
 */
export function signatureProblem(
  { time, hmac }: Signed,
  trusted: { secrets: readonly (string | Buffer)[]; ownSecret: string | null; nowMs: number },
): string | null {
  const { secrets, ownSecret, nowMs } = trusted;
  if (secrets.length === 0) return null;
  if (hmac === undefined) return 'The event has no signature.';
  // Compares all secrets, so that the duration does not reveal which one matches.
  const matches = secrets.map((secret) => isSameSecret(hmac, timeHmac(secret, time)));
  const isOwn = ownSecret !== null && isSameSecret(hmac, timeHmac(ownSecret, time));
  if (!isOwn && !matches.includes(true)) {
    return 'The signature of the event does not match its time.';
  }
  if (!isOwn && Math.abs(nowMs - time) > FRESHNESS_MS) {
    return 'The time of the event differs from the current time by more than five minutes.';
  }
  return null;
}
