/**
 * True if objects and arrays are nested deeper than `levels`. Descends no deeper than that, because the value comes from a
 * caller.
 */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(levels - 1, item));
  const container = value as Readonly<Record<string, unknown>>;
  // Avoids building a list of the values, because every request passes through here.
  for (const key in container) {
    if (Object.hasOwn(container, key) && isDeeperThan(levels - 1, container[key])) return true;
  }
  return false;
}
