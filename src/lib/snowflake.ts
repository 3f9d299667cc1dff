/** Discord's ids carry their creation time in the upper 42 bits, counted from the first second of 2015. */
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** When the thing with this id was made, in milliseconds since the Unix epoch. */
export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> 22n) + DISCORD_EPOCH_MS;
}

/** The smallest id that a thing made at `timeMs` can have. */
export function snowflakeAt(timeMs: number): string {
  return (BigInt(Math.max(0, Math.floor(timeMs) - DISCORD_EPOCH_MS)) << 22n).toString();
}

/** Orders ids by age: negative when `a` is the older one. Decimal strings, so the longer is the larger. */
export function compareSnowflakes(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
