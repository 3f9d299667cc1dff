/** Runs tasks with the same key one after the other. */
export interface Queue {
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
}

export function createQueue(): Queue {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(key, task) {
      const before = last.get(key) ?? Promise.resolve();
      const mine = before.then(task, task);
      last.set(key, mine);
      try {
        return await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    },
  };
}
