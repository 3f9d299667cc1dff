import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCharts, type Charts } from '../../src/charts/charts.ts';
import { ChartError } from '../../src/charts/errors.ts';

const charts = createCharts();
afterAll(() => charts.close());

const share = { title: 'All', parts: [{ name: 'a', value: 1 }] };

/** With a worker that does something else. */
function chartsWith(source: string): Charts {
  const file = join(mkdtempSync(join(tmpdir(), 'portcullis-charts-')), 'worker.mjs');
  writeFileSync(file, `import { parentPort } from 'node:worker_threads';\n${source}`);
  const made = createCharts(pathToFileURL(file));
  onTestFinished(() => made.close());
  return made;
}

describe('createCharts', () => {
  it.each(['line', 'share'] as const)('draws a %s chart as a PNG of 1200 × 675', async (kind) => {
    const line = { title: 'A', timeZone: 'Europe/Berlin', series: [] };
    const png = await (kind === 'line' ? charts.line(line) : charts.share(share));
    expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 675]);
  });

  it('fails what is under way when the worker dies, and starts another one', async () => {
    const mortal = chartsWith(`
      parentPort.on('message', ({ id, chart }) => {
        if (chart.chart.title === 'die') process.exit(1);
        parentPort.postMessage({ id, png: new Uint8Array([1]) });
      });`);
    await expect(mortal.share({ ...share, title: 'die' })).rejects.toThrow(ChartError);
    expect(await mortal.share(share)).toEqual(Buffer.from([1]));
  });

  it('passes on what the worker says about a chart it cannot draw', async () => {
    const unable = chartsWith(
      `parentPort.on('message', ({ id }) => parentPort.postMessage({ id, problem: 'no ink' }));`,
    );
    await expect(unable.share(share)).rejects.toThrow('The share chart could not be drawn: no ink');
  });

  it('lets 32 charts wait and refuses more; those that wait fail when it is closed', async () => {
    const idle = chartsWith(`parentPort.on('message', () => {});`);
    const waiting = Array.from({ length: 32 }, () => idle.share(share));
    const ended = Promise.allSettled(waiting);
    await expect(idle.share(share)).rejects.toThrow('too many are waiting');
    await idle.close();
    expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
    await expect(idle.share(share)).rejects.toThrow('being stopped');
  });
});
