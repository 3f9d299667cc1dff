import type { Clock } from '../../../shared/clock.ts';

/** One deadline per id. */
export interface Deadlines {
  /** Replaces an earlier deadline. `atMs`: since the Unix epoch. */
  set(id: string, atMs: number, run: () => void): void;
  clear(id: string): void;
  clearAll(): void;
}

export function createDeadlines(clock: Clock): Deadlines {
  const cancels = new Map<string, () => void>();
  const clear = (id: string): void => {
    cancels.get(id)?.();
    cancels.delete(id);
  };
  return {
    set(id, atMs, run) {
      clear(id);
      cancels.set(id, clock.after(Math.max(0, atMs - clock.now()), run));
    },
    clear,
    clearAll() {
      for (const id of cancels.keys()) clear(id);
    },
  };
}
