import { fixed, mib, table, whole } from '../markdown.ts';
import type { ChartsResult } from './charts.ts';

export function chartsSection(result: ChartsResult): string[] {
  return [
    '## Charts',
    '',
    `${result.charts} bar charts with ${result.series} series of ${whole(result.points)} bars, one after the other.`,
    '',
    ...table(
      ['', ''],
      [
        ['per chart, p50', `${fixed(result.p50Ms)} ms`],
        ['per chart, p99', `${fixed(result.p99Ms)} ms`],
        ['the first chart, with the start of the worker', `${fixed(result.firstMs)} ms`],
        ['event loop delay, maximum (goal: at most 50 ms)', `${fixed(result.lagMaxMs)} ms`],
        ['memory of the worker and the charts', mib(result.grownBytes)],
      ],
    ),
  ];
}
