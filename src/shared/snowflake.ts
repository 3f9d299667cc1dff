/** The upper 42 bits of a snowflake are its creation time, counted from the start of 2015. */
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** Matches a Discord id. The oldest ids have 15 digits. */
export const SNOWFLAKE_PATTERN = /^\d{15,20}$/;
/** Matches what Discord's API accepts where it expects an id: an unsigned 64-bit integer. */
export const API_ID_PATTERN = /^\d{1,20}$/;

const MENTION_PATTERNS = { user: /^<@!?(\d+)>$/, role: /^<@&(\d+)>$/, channel: /^<#(\d+)>$/ };

export function isSnowflake(text: string): boolean {
  return SNOWFLAKE_PATTERN.test(text);
}

/** The id in a text that is exactly one mention, such as `<@&1234…>` for a role; otherwise null. */
export function mentionedId(kind: keyof typeof MENTION_PATTERNS, text: string): string | null {
  const id = MENTION_PATTERNS[kind].exec(text)?.[1];
  return id !== undefined && isSnowflake(id) ? id : null;
}

/** Creation time of the object with this id, in milliseconds since the Unix epoch. */
export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> 22n) + DISCORD_EPOCH_MS;
}

/** The smallest possible id of an object created at `timeMs`. */
export function snowflakeAt(timeMs: number): string {
  return (BigInt(Math.max(0, Math.floor(timeMs) - DISCORD_EPOCH_MS)) << 22n).toString();
}

/** Orders ids by age: negative if `a` is older. Compares them as numbers without parsing. */
export function compareSnowflakes(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
