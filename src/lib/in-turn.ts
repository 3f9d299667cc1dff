/** Runs what is about the same thing one after the other, in the order it came. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createInTurn(): InTurn {
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work);
    const forget = (): void => {
      if (last.get(key) === ended) last.delete(key);
    };
    // A failure is its caller's, not that of the next one.
    const ended = done.then(forget, forget);
    last.set(key, ended);
    return done;
  };
}
