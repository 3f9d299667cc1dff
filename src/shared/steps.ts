/**
 * Counts the work that a text from outside causes. Linear functions only count; those that can take longer stop at the limit.
 * Tests compare counts, because times vary.
 */
export interface Steps {
  used: number;
  readonly limit: number;
}

export function createSteps(limit = Number.MAX_SAFE_INTEGER): Steps {
  return { used: 0, limit };
}

export function areSpent({ used, limit }: Steps): boolean {
  return used > limit;
}
