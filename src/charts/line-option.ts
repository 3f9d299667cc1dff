import type { EChartsCoreOption } from 'echarts/core';
import type { LineChart, Point, Series } from './chart.ts';
import { heading, noData } from './heading.ts';
import { label } from './label.ts';
import { card, colourOf, sizes } from './palette.ts';
import { timeTicks, zoneLabel } from './time-ticks.ts';

const NAME_LENGTH = 24;
/** A chart of one moment is drawn with so much around it. */
const MARGIN_MS = 30 * 60_000;

const text = { color: card.dim, fontSize: sizes.label, fontFamily: card.font };

/** How echarts is to draw it. */
export function lineOption(chart: LineChart): EChartsCoreOption {
  const { series, timeZone, unit } = chart;
  const { fromMs, toMs, isEmpty } = extentOf(series);
  if (isEmpty) return noData(chart.title, chart.subtitle);
  const ticks = timeTicks(fromMs, toMs, timeZone);
  const labels = new Map(ticks.map((tick) => [tick.atMs, tick.label]));
  const at = ticks.map(({ atMs }) => atMs);
  return {
    ...heading(chart.title, chart.subtitle),
    legend: {
      top: 118,
      left: 30,
      icon: 'roundRect',
      itemWidth: 28,
      itemHeight: 14,
      itemGap: 28,
      textStyle: { ...text, color: card.text },
      // Series are known by their numbers: two of them may have one name.
      formatter: (index: string) => label(series[Number(index)]?.name ?? '', NAME_LENGTH),
    },
    grid: {
      top: 205,
      left: 40,
      right: 50,
      bottom: 52,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'value',
      min: fromMs,
      max: toMs,
      name: zoneLabel(fromMs, toMs, timeZone),
      nameLocation: 'middle',
      nameGap: 74,
      nameTextStyle: { ...text, fontSize: 20 },
      axisLabel: {
        ...text,
        customValues: at,
        lineHeight: 28,
        hideOverlap: true,
        formatter: (value: number) => labels.get(value) ?? '',
      },
      axisTick: { customValues: at, lineStyle: { color: card.dim } },
      axisLine: { onZero: false, lineStyle: { color: card.dim } },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      scale: false,
      ...(unit === undefined ? {} : { name: label(unit, 40) }),
      nameTextStyle: { ...text, align: 'left' },
      axisLabel: { ...text, formatter: (value: number) => value.toLocaleString('en-US') },
      splitLine: { lineStyle: { color: card.grid } },
    },
    series: series.map((one, index) => ({
      type: 'line',
      name: String(index),
      data: one.points.map((point, at) => drawn(one.points, point, at)),
      color: colourOf(one.colour, index),
      lineStyle: { width: 4 },
      symbol: 'none',
      symbolSize: 10,
      // Keeps the shape where there are more points than pixels, and the gaps.
      sampling: 'lttb',
      ...(chart.stacked === true ? { stack: 'all', areaStyle: { opacity: 0.75 } } : {}),
    })),
  };
}

function extentOf(series: readonly Series[]): { fromMs: number; toMs: number; isEmpty: boolean } {
  let fromMs = Infinity;
  let toMs = -Infinity;
  let isEmpty = true;
  for (const { points } of series) {
    for (const [atMs, value] of points) {
      fromMs = Math.min(fromMs, atMs);
      toMs = Math.max(toMs, atMs);
      isEmpty &&= value === null;
    }
  }
  return fromMs === toMs
    ? { fromMs: fromMs - MARGIN_MS, toMs: toMs + MARGIN_MS, isEmpty }
    : { fromMs, toMs, isEmpty };
}

/** A point between gaps has no line, so it gets a dot. */
function drawn(points: readonly Point[], point: Point, index: number): unknown {
  const [, value] = point;
  const isAlone =
    value !== null &&
    (points[index - 1]?.[1] ?? null) === null &&
    (points[index + 1]?.[1] ?? null) === null;
  return isAlone ? { value: point, symbol: 'circle' } : point;
}
