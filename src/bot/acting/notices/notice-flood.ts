/** A server's notices beyond this many per minute are held longer, so that in a raid an incident can absorb them. */
const AT_ONCE_A_MINUTE = 5;
const MINUTE_MS = 60_000;

/** Counts a server's notice. Returns whether it had too many in the last minute. */
export type CountsAsFlood = (guildId: string, now: number) => boolean;

export function createCountsAsFlood(): CountsAsFlood {
  /** By server: when notices of the last minute came. */
  const arrivals = new Map<string, readonly number[]>();
  return (guildId, now) => {
    const ofLastMinute = (arrivals.get(guildId) ?? []).filter((at) => at > now - MINUTE_MS);
    arrivals.set(guildId, [...ofLastMinute, now].slice(-AT_ONCE_A_MINUTE - 1));
    return ofLastMinute.length >= AT_ONCE_A_MINUTE;
  };
}
