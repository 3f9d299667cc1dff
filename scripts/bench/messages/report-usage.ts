import type { Usage, UsageRequest } from './stub/protocol.ts';

const BYTES_PER_KIB = 1024;
const GIVE_UP_MS = 15_000;

function createHandled() {
  let total = 0;
  let waiting: { readonly from: number; readonly resolve: () => void } | null = null;
  return {
    total: () => total,
    count(): void {
      total += 1;
      if (waiting === null || total < waiting.from) return;
      waiting.resolve();
      waiting = null;
    },
    /** Also resolves if messages are still missing after `GIVE_UP_MS`. */
    reached(from: number): Promise<void> {
      if (total >= from) return Promise.resolve();
      return new Promise((resolve) => {
        waiting = { from, resolve };
        setTimeout(resolve, GIVE_UP_MS).unref();
      });
    },
  };
}

const handled = createHandled();

export const countHandled = (): void => handled.count();

/** Reports that the bot is ready, then answers each message with the process's usage until SIGTERM arrives. */
export function serve(stop: () => Promise<void>, groups: () => number = () => 0): void {
  let collectingMicros = 0;

  /**
   * Answers at once, or when the messages are handled. Then there is no garbage collection first, because it would count as work.
   */
  async function usage({ afterHandled }: UsageRequest): Promise<Usage> {
    if (afterHandled === undefined) collectingMicros += collect();
    else await handled.reached(afterHandled);
    const { user, system } = process.cpuUsage();
    return {
      cpuMicros: user + system - collectingMicros,
      rssBytes: process.memoryUsage.rss(),
      peakRssBytes: process.resourceUsage().maxRSS * BYTES_PER_KIB,
      groups: groups(),
      handled: handled.total(),
    };
  }

  process.on('message', (request: UsageRequest) => {
    void usage(request).then((answer) => process.send?.(answer));
  });
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
  process.send?.('ready');
}

/** The CPU time of a garbage collection, in microseconds. */
function collect(): number {
  const before = process.cpuUsage();
  globalThis.gc?.();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
