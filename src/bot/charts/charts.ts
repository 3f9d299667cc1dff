import { Worker } from 'node:worker_threads';
import { AppError } from '../../shared/errors.ts';
import type { BandChart, BarChart, Chart, ShareChart } from './chart.ts';
import type { DrawRequest, DrawResult } from './worker-messages.ts';

/** A chart could not be drawn. Later charts are not affected. */
export class ChartError extends AppError {
  readonly code = 'chart_failed';

  constructor(kind: string, problem: string, options?: ErrorOptions) {
    super(`The ${kind} chart could not be drawn: ${problem}`, options);
  }
}

/** Draws charts as PNGs of 1200 × 800 pixels. Throws a `ChartError` for a chart that cannot be drawn. */
export interface Charts {
  bars(chart: BarChart): Promise<Buffer>;
  band(chart: BandChart): Promise<Buffer>;
  share(chart: ShareChart): Promise<Buffer>;
  /** Charts that are not drawn yet fail. */
  close(): Promise<void>;
}

/** At about a tenth of a second per chart, the last one in the queue still arrives soon. */
const MAX_QUEUED = 32;
/** Counted from the call. A full queue takes far less, so the worker must be stuck. */
const TIMEOUT_MS = 30_000;

const MEMORY_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** The built worker. Tests pass another one, because Node 20 cannot load TypeScript in a thread. */
const WORKER_URL = new URL('worker.js', import.meta.url);

interface QueuedChart {
  readonly kind: Chart['kind'];
  resolve(png: Buffer): void;
  reject(error: ChartError): void;
}

/** Draws in one worker thread. It starts with the first chart and, after a crash, with the next chart. */
export function createCharts(workerUrl: URL = WORKER_URL): Charts {
  let worker: Worker | null = null;
  let isClosed = false;
  let lastId = 0;
  const queue = new Map<number, QueuedChart>();

  function startWorker(): Worker {
    const started = new Worker(workerUrl, { resourceLimits: MEMORY_LIMITS });
    started.on('message', receive);
    const fail = (problem: string, cause?: unknown): void => {
      // A worker that was replaced still emits its exit.
      if (worker === started) abandonWorker(problem, cause);
    };
    started.on('error', (error) => fail('its worker crashed', error));
    started.on('exit', () => fail('its worker exited'));
    worker = started;
    return started;
  }

  function receive(result: DrawResult): void {
    const chart = queue.get(result.id);
    queue.delete(result.id);
    if ('png' in result) chart?.resolve(Buffer.from(result.png));
    else chart?.reject(new ChartError(chart.kind, result.problem));
  }

  /** Stops the worker and fails every queued chart. */
  function abandonWorker(problem: string, cause?: unknown): void {
    const abandoned = worker;
    worker = null;
    void abandoned?.terminate();
    const failed = [...queue.values()];
    queue.clear();
    for (const { kind, reject } of failed) reject(new ChartError(kind, problem, { cause }));
  }

  async function draw(chart: Chart): Promise<Buffer> {
    if (isClosed) throw new ChartError(chart.kind, 'the bot is stopping');
    if (queue.size >= MAX_QUEUED) throw new ChartError(chart.kind, 'too many charts are queued');
    lastId += 1;
    const request: DrawRequest = { id: lastId, chart };
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        queue.set(request.id, { kind: chart.kind, resolve, reject });
        timer = setTimeout(() => abandonWorker('it took too long'), TIMEOUT_MS);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the rule is for windows; this is a thread
        (worker ?? startWorker()).postMessage(request);
      });
    } finally {
      clearTimeout(timer);
      queue.delete(request.id);
    }
  }

  return {
    bars: (chart) => draw({ kind: 'bars', chart }),
    band: (chart) => draw({ kind: 'band', chart }),
    share: (chart) => draw({ kind: 'share', chart }),
    async close() {
      isClosed = true;
      const closing = worker;
      abandonWorker('the bot is stopping');
      await closing?.terminate();
    },
  };
}
