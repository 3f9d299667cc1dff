import type { EChartsCoreOption } from 'echarts/core';
import type { BarChart } from './chart.ts';
import { heading, noData } from './heading.ts';
import { colourOf } from './palette.ts';
import { barWidths, countAxis, extentOf, grid, legend, timeAxis } from './axes.ts';

export function barOption(chart: BarChart): EChartsCoreOption {
  const { series, intervalMs } = chart;
  const points = series.flatMap((line) => line.points);
  if (points.every(([, value]) => value === null)) return noData(chart.title, chart.subtitle);
  const extent = extentOf(points, intervalMs);
  return {
    ...heading(chart.title, chart.subtitle),
    legend: legend(series.map(({ name }) => name)),
    grid: grid.full,
    xAxis: timeAxis(extent, chart.timeZone),
    yAxis: countAxis(),
    series: series.map((bars, index) => ({
      type: 'bar',
      name: String(index),
      stack: 'all',
      data: bars.points.map(([atMs, value]) => [atMs + intervalMs / 2, value]),
      color: colourOf(bars.colour, index),
      ...barWidths,
    })),
  };
}
