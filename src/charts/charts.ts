import { Worker } from 'node:worker_threads';
import type { Chart, LineChart, ShareChart } from './chart.ts';
import { ChartError } from './errors.ts';
import type { Drawn, ToDraw } from './wire.ts';

/** Pictures of numbers, as PNGs of 1200 × 675 pixels. A chart that cannot be drawn throws a `ChartError`. */
export interface Charts {
  line(chart: LineChart): Promise<Buffer>;
  share(chart: ShareChart): Promise<Buffer>;
  /** What is not drawn yet fails. */
  close(): Promise<void>;
}

/** Charts that may wait for being drawn: at about a tenth of a second each, the last one still comes soon. */
const MOST_WAITING = 32;
/** From when it was asked for. Far more than a whole queue takes, so the worker hangs. */
const TIMEOUT_MS = 30_000;

/**
 * Node cannot load TypeScript in a thread. From its source, which is where tests run this from, the worker is the one that
 * the build before the tests made.
 */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../../dist/src/charts/worker.js', import.meta.url)
  : new URL('worker.js', import.meta.url);

interface Waiting {
  readonly kind: Chart['kind'];
  done(png: Buffer): void;
  fail(error: ChartError): void;
}

/** Draws in one worker, started with the first chart, and again with the next one after it died. */
export function createCharts(workerUrl: URL = WORKER): Charts {
  let worker: Worker | null = null;
  let isClosed = false;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  function start(): Worker {
    const started = new Worker(workerUrl, {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    });
    started.on('message', take);
    const lost = (problem: string, cause?: unknown): void => {
      // A worker that was given up for another one still ends, and that concerns nobody any more.
      if (worker === started) giveUp(problem, cause);
    };
    started.on('error', (error) => lost('its worker died', error));
    started.on('exit', () => lost('its worker ended'));
    worker = started;
    return started;
  }

  // The worker is ours, and posts what `wire.ts` says.
  function take(drawn: Drawn): void {
    const asked = waiting.get(drawn.id);
    waiting.delete(drawn.id);
    if ('png' in drawn) asked?.done(Buffer.from(drawn.png));
    else asked?.fail(new ChartError(asked.kind, drawn.problem));
  }

  function giveUp(problem: string, cause?: unknown): void {
    const ended = worker;
    worker = null;
    void ended?.terminate();
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { kind, fail } of lost) fail(new ChartError(kind, problem, { cause }));
  }

  async function draw(chart: Chart): Promise<Buffer> {
    if (isClosed) throw new ChartError(chart.kind, 'the bot is being stopped');
    if (waiting.size >= MOST_WAITING) throw new ChartError(chart.kind, 'too many are waiting');
    lastId += 1;
    const toDraw: ToDraw = { id: lastId, chart };
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Buffer>((done, fail) => {
        waiting.set(toDraw.id, { kind: chart.kind, done, fail });
        timer = setTimeout(() => giveUp('it took too long'), TIMEOUT_MS);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- for windows; this is a thread
        (worker ?? start()).postMessage(toDraw);
      });
    } finally {
      clearTimeout(timer);
      waiting.delete(toDraw.id);
    }
  }

  return {
    line: (chart) => draw({ kind: 'line', chart }),
    share: (chart) => draw({ kind: 'share', chart }),
    async close() {
      isClosed = true;
      const ended = worker;
      giveUp('the bot is being stopped');
      await ended?.terminate();
    },
  };
}
