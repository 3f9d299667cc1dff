import type { EChartsCoreOption } from 'echarts/core';
import { axisText, barWidths, countAxis, extentOf, grid, legend, timeAxis } from './axes.ts';
import type { BandChart, Spread } from './chart.ts';
import { heading, noData } from './heading.ts';
import { card, colours } from './palette.ts';

/** The echarts option of a mean with a band around it, a line at zero, and the number of values below. */
export function bandOption(chart: BandChart): EChartsCoreOption {
  const { points, intervalMs, names, timeZone } = chart;
  if (points.every(([, spread]) => spread === null)) return noData(chart.title, chart.subtitle);
  const extent = extentOf(points, intervalMs);
  const middles = points.map(([atMs]) => atMs + intervalMs / 2);
  const most = Math.max(...points.map(([, spread]) => spread?.count ?? 0));
  const valuesOf = (read: (spread: Spread) => number): [number, number | null][] =>
    points.map(([, spread], index) => [middles[index] ?? 0, spread === null ? null : read(spread)]);
  const band = {
    type: 'line',
    stack: 'band',
    // By default only values of the same sign are stacked, and the lower end may be negative.
    stackStrategy: 'all',
    symbol: 'none',
    lineStyle: { opacity: 0 },
    color: colours.sky,
  };
  return {
    ...heading(chart.title, chart.subtitle),
    legend: legend([names.mean, names.band, names.count]),
    grid: [grid.upper, grid.lower],
    xAxis: [
      {
        ...timeAxis(extent, timeZone),
        gridIndex: 0,
        name: '',
        axisLabel: { show: false },
        axisTick: { show: false },
        axisLine: { show: false },
      },
      { ...timeAxis(extent, timeZone), gridIndex: 1 },
    ],
    yAxis: [scaleAxis(chart), { ...countAxis(), gridIndex: 1, max: most, interval: most }],
    series: [
      { ...band, name: 'low', data: valuesOf(({ low }) => low) },
      {
        ...band,
        name: '1',
        data: valuesOf(({ low, high }) => high - low),
        areaStyle: { opacity: 0.35 },
        itemStyle: { opacity: 0.5 },
      },
      {
        type: 'line',
        name: 'zero',
        data: [
          [extent.fromMs, 0],
          [extent.toMs, 0],
        ],
        symbol: 'none',
        color: card.dim,
        lineStyle: { width: 3, type: 'dashed' },
      },
      {
        type: 'line',
        name: '0',
        data: valuesOf(({ mean }) => mean).map((value, index) =>
          isAlone(points, index) ? { value, symbol: 'circle' } : value,
        ),
        color: colours.sky,
        lineStyle: { width: 6 },
        symbol: 'none',
        symbolSize: 14,
      },
      {
        type: 'bar',
        name: '2',
        xAxisIndex: 1,
        yAxisIndex: 1,
        data: valuesOf(({ count }) => count),
        color: card.dim,
        ...barWidths,
      },
    ],
  };
}

/** A point between two gaps has no line, so it gets a dot. */
function isAlone(points: BandChart['points'], index: number): boolean {
  const at = (position: number): Spread | null => points[position]?.[1] ?? null;
  return at(index) !== null && at(index - 1) === null && at(index + 1) === null;
}

/** Ends where the scale ends, with a label at both ends and in the middle. */
function scaleAxis({ scale, points }: BandChart): object {
  const spreads = points.flatMap(([, spread]) => (spread === null ? [] : [spread]));
  const min = Math.min(scale.min, ...spreads.map(({ low }) => Math.floor(low)));
  const max = Math.max(scale.max, ...spreads.map(({ high }) => Math.ceil(high)));
  return {
    type: 'value',
    gridIndex: 0,
    min,
    max,
    interval: (max - min) / 4,
    axisLabel: {
      ...axisText,
      formatter: (value: number) => value.toLocaleString('en-US').replace('-', '−'),
    },
    splitLine: { lineStyle: { color: card.grid } },
  };
}
