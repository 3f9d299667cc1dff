import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { ChartError, createCharts, type Charts } from '../../../../src/bot/charts/charts.ts';
import { CHART_WORKER_URL } from '../../../helpers/charts/chart-worker-url.ts';

const charts = createCharts(CHART_WORKER_URL);
afterAll(() => charts.close());

const share = { title: 'All', parts: [{ name: 'a', value: 1 }] };

/** Charts with a fake worker. */
function chartsWith(source: string): Charts {
  const file = join(mkdtempSync(join(tmpdir(), 'portcullis-charts-')), 'worker.mjs');
  writeFileSync(file, `import { parentPort } from 'node:worker_threads';\n${source}`);
  const fake = createCharts(pathToFileURL(file));
  onTestFinished(() => fake.close());
  return fake;
}

describe('createCharts', () => {
  it.each(['bars', 'band', 'share'] as const)(
    'draws a %s chart as a PNG of 1200 × 800',
    async (kind) => {
      const time = { title: 'A', timeZone: 'Europe/Berlin', intervalMs: 60_000 };
      const scale = { min: 0, max: 1 };
      const names = { mean: 'mean', band: 'band', count: 'count' };
      const png = await {
        bars: () => charts.bars({ ...time, series: [] }),
        band: () => charts.band({ ...time, scale, names, points: [] }),
        share: () => charts.share(share),
      }[kind]();
      expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 800]);
    },
  );

  it('fails the current chart when the worker crashes, and starts a new worker', async () => {
    const crashing = chartsWith(`
      parentPort.on('message', ({ id, chart }) => {
        if (chart.chart.title === 'crash') process.exit(1);
        parentPort.postMessage({ id, png: new Uint8Array([1]) });
      });`);
    await expect(crashing.share({ ...share, title: 'crash' })).rejects.toThrow(ChartError);
    expect(await crashing.share(share)).toEqual(Buffer.from([1]));
  });

  it('reports why the worker could not draw a chart', async () => {
    const failing = chartsWith(
      `parentPort.on('message', ({ id }) => parentPort.postMessage({ id, problem: 'no ink' }));`,
    );
    await expect(failing.share(share)).rejects.toThrow(
      'The share chart could not be drawn: no ink',
    );
  });

  it('queues 32 charts, rejects more, and fails the queued ones when it is closed', async () => {
    const stuck = chartsWith(`parentPort.on('message', () => {});`);
    const queued = Array.from({ length: 32 }, () => stuck.share(share));
    const settled = Promise.allSettled(queued);
    await expect(stuck.share(share)).rejects.toThrow('too many charts are queued');
    await stuck.close();
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
    await expect(stuck.share(share)).rejects.toThrow('the bot is stopping');
  });
});
