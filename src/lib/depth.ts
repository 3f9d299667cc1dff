/** Whether objects and lists are nested more than `levels` deep. Without recursion: a caller decides how deep. */
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
