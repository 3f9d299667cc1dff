export interface Load {
  /**
   * The longest time for which the event loop was blocked. Time in which this process used no CPU does not count, because then
   * others had it.
   */
  readonly heldMs: number;
  readonly peakRssBytes: number;
}

const SAMPLE_MS = 5;

/** Answers each message, after its work, with what this process held and used since the answer before. */
export function serveLoad({
  work,
  stop,
}: {
  readonly work: (request: unknown) => Promise<void>;
  readonly stop: () => Promise<void>;
}): void {
  let heldMs = 0;
  let peakRssBytes = 0;
  let last = { atMs: performance.now(), cpu: process.cpuUsage() };
  setInterval(() => {
    const atMs = performance.now();
    const { user, system } = process.cpuUsage(last.cpu);
    const gapMs = atMs - last.atMs - SAMPLE_MS;
    heldMs = Math.max(heldMs, Math.min(gapMs, (user + system) / 1000));
    peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
    last = { atMs, cpu: process.cpuUsage() };
  }, SAMPLE_MS);

  async function answer(request: unknown): Promise<void> {
    await work(request);
    const load: Load = { heldMs, peakRssBytes };
    process.send?.(load);
    heldMs = 0;
    peakRssBytes = 0;
  }

  process.on('message', (request) => void answer(request));
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
  process.send?.('ready');
}
