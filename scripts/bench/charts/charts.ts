import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Point } from '../../../src/bot/charts/chart.ts';
import { createCharts } from '../../../src/bot/charts/charts.ts';
import { percentile } from '../statistics.ts';

const SERIES = 3;
const POINTS = 96;
const CHARTS = 50;
const WARM_UP = 10;

export interface ChartsResult {
  series: number;
  points: number;
  charts: number;
  /** Includes the time to start the worker. */
  firstMs: number;
  p50Ms: number;
  p99Ms: number;
  /** The longest delay of the bot's event loop. */
  lagMaxMs: number;
  /** Growth of the process's memory with the worker and all charts. */
  grownBytes: number;
}

/** Draws bar charts of a day in quarter hours with three series, one after the other. */
export async function benchCharts(): Promise<ChartsResult> {
  const startMs = Date.UTC(2026, 2, 28);
  const intervalMs = 15 * 60_000;
  const series = Array.from({ length: SERIES }, (_, index) => ({
    name: `series ${index}`,
    points: Array.from({ length: POINTS }, (_, quarter): Point => {
      const value = Math.round(60 + Math.sin(quarter / 6 + index) * 50) + ((quarter * 7919) % 13);
      return [startMs + quarter * intervalMs, value];
    }),
  }));
  const chart = { title: 'Benchmark', timeZone: 'Europe/Berlin', intervalMs, series };
  const charts = createCharts();
  const before = process.memoryUsage.rss();
  async function draw(): Promise<number> {
    const startedMs = performance.now();
    await charts.bars(chart);
    return performance.now() - startedMs;
  }

  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  const firstMs = await draw();
  for (let count = 1; count < WARM_UP; count += 1) await draw();
  const times: number[] = [];
  for (let count = 0; count < CHARTS; count += 1) times.push(await draw());
  lag.disable();
  const grownBytes = process.memoryUsage.rss() - before;
  await charts.close();
  return {
    series: SERIES,
    points: POINTS,
    charts: CHARTS,
    firstMs,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    lagMaxMs: lag.max / 1e6,
    grownBytes,
  };
}
