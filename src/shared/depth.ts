/** True if objects and arrays are nested deeper than `levels`. Not recursive, because the value comes from a caller. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  let level = nested([value]);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === levels) return true;
    level = nested(level.flatMap((container): unknown[] => Object.values(container)));
  }
  return false;
}

function nested(values: readonly unknown[]): object[] {
  return values.filter((value) => typeof value === 'object' && value !== null);
}
