import { hostname } from 'node:os';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { ignorable } from './ignorable.ts';
import type { Holder, Lease, Leases } from './leases.ts';
import { startTenure, type Tenure } from './tenure.ts';
import { createTopics } from './topics.ts';

export interface SoleProcessOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
}

/** Leases for a process that has its database for itself: it gets each at once and keeps it until it stops. */
export function createSoleProcess({ clock, random, logger }: SoleProcessOptions): Leases {
  const processName = `${hostname()}:${process.pid}`;
  const topics = createTopics(logger);
  const agreed = new Map<string, Promise<number>>();
  const tenures: Tenure[] = [];
  let isStopped = false;

  async function hold(
    names: readonly string[],
    start: (lease: Lease) => Promise<Holder>,
  ): Promise<void> {
    if (isStopped) return;
    const added = names.map((name) =>
      startTenure({
        name,
        number: 1,
        isConfirmed: () => true,
        nextChange: async () => undefined,
        start,
        clock,
        random,
        logger,
      }),
    );
    tenures.push(...added);
    await Promise.all(added.map(({ firstStart }) => firstStart));
  }

  return {
    processName,
    isShared: false,
    agree(key, propose) {
      const known = agreed.get(key);
      if (known !== undefined) return known;
      const proposed = propose();
      agreed.set(key, proposed);
      proposed.catch(() => agreed.delete(key));
      return proposed;
    },
    hold: (name, start) => ignorable(hold([name], start)),
    share: (names, start) => ignorable(hold(names, start)),
    fence: (database) => database,
    identify: null,
    async publish(topic, text) {
      topics.deliver(topic, text);
    },
    subscribe: topics.subscribe,
    status: () => ({
      isConfirmed: true,
      processes: [
        {
          name: processName,
          isOwn: true,
          heartbeatAgeMs: 0,
          leases: tenures.map(({ lease }) => lease.name),
        },
      ],
    }),
    async stop({ deadlineMs }) {
      isStopped = true;
      await Promise.all(tenures.map((tenure) => tenure.end({ deadlineMs })));
    },
  };
}
