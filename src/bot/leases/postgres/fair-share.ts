/** A process that takes part in sharing, and how many shared leases it has. */
export interface Sharer {
  readonly id: string;
  readonly held: number;
}

/**
 * How many of `total` leases each process should have. The numbers differ by at most one. A process that has more than the
 * smaller number keeps it, so that as few leases as possible move.
 */
export function fairShares(total: number, sharers: readonly Sharer[]): Map<string, number> {
  const fewest = Math.floor(total / sharers.length);
  const withOneMore = total % sharers.length;
  const order = sharers.toSorted(
    (a, b) =>
      Number(b.held > fewest) - Number(a.held > fewest) || (a.id < b.id ? -1 : Number(a.id > b.id)),
  );
  return new Map(order.map(({ id }, index) => [id, index < withOneMore ? fewest + 1 : fewest]));
}
