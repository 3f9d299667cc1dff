import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Point } from '../../src/charts/chart.ts';
import { createCharts } from '../../src/charts/charts.ts';
import { percentile } from './statistics.ts';

const SERIES = 7;
const POINTS = 1440;
const CHARTS = 50;
const WARM_UP = 10;

export interface ChartsResult {
  series: number;
  points: number;
  charts: number;
  /** The first one starts the worker. */
  firstMs: number;
  p50Ms: number;
  p99Ms: number;
  /** The longest the thread of the bot was kept from other work. */
  lagMaxMs: number;
  /** What the process has grown by with the worker and all these charts. */
  grownBytes: number;
}

/** A day of minutes in seven lines, one chart after the other. */
export async function benchCharts(): Promise<ChartsResult> {
  const startMs = Date.UTC(2026, 2, 28);
  const series = Array.from({ length: SERIES }, (_, line) => ({
    name: `line ${line}`,
    points: Array.from({ length: POINTS }, (_, minute): Point => {
      const value = Math.sin(minute / 90 + line) * 50 + ((minute * 7919) % 13);
      return [startMs + minute * 60_000, value];
    }),
  }));
  const chart = { title: 'Bench', timeZone: 'Europe/Berlin', series };
  const charts = createCharts();
  const before = process.memoryUsage.rss();
  async function draw(): Promise<number> {
    const beganAtMs = performance.now();
    await charts.line(chart);
    return performance.now() - beganAtMs;
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
