export interface SlotLimits {
  readonly total: number;
  readonly perGuild: number;
}

export interface Slots {
  run<T>(guildId: string, work: () => Promise<T>): Promise<T>;
  /** How much work of a server waits. */
  waiting(guildId: string): number;
}

/** Limits what runs at once in total and per server. A server at its limit does not hold up the others. */
export function createSlots({ total: most, perGuild }: SlotLimits): Slots {
  const running = new Map<string, number>();
  let total = 0;
  const queue: { readonly guildId: string; readonly start: () => void }[] = [];

  const runningIn = (guildId: string): number => running.get(guildId) ?? 0;

  function startNext(): void {
    while (total < most) {
      const index = queue.findIndex(({ guildId }) => runningIn(guildId) < perGuild);
      const [next] = index === -1 ? [] : queue.splice(index, 1);
      if (next === undefined) return;
      total += 1;
      running.set(next.guildId, runningIn(next.guildId) + 1);
      next.start();
    }
  }

  return {
    async run(guildId, work) {
      await new Promise<void>((start) => {
        queue.push({ guildId, start });
        startNext();
      });
      try {
        return await work();
      } finally {
        total -= 1;
        const left = runningIn(guildId) - 1;
        if (left > 0) running.set(guildId, left);
        else running.delete(guildId);
        startNext();
      }
    },
    waiting: (guildId) => queue.filter((entry) => entry.guildId === guildId).length,
  };
}
