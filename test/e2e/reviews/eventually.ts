import { vi } from 'vitest';

/** Waits longer than the default, because other tests use the machine, too. */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: 15_000, interval: 50 });
