/** Runs work with the same key one after the other, in order of arrival. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work);
    const forget = (): void => {
      if (last.get(key) === ended) last.delete(key);
    };
    // A failure rejects only its own caller, not the next one.
    const ended = done.then(forget, forget);
    last.set(key, ended);
    return done;
  };
}
