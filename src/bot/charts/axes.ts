import { label } from './label.ts';
import { card, sizes } from './palette.ts';
import { timeTicks, zoneLabel } from './time-ticks.ts';

/* The parts that charts over time share. */

const NAME_LENGTH = 16;

export const axisText = { color: card.dim, fontSize: sizes.label, fontFamily: card.font };

/** The width that the labels need. */
const bounds = {
  left: 30,
  right: 40,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
} as const;
/** The same width for the upper and the lower part, so that their time axes match. */
const fixedBounds = { left: 112, right: 56, outerBoundsMode: 'none' } as const;

/** The area of a chart: all the space below the legend, or two parts of it. */
export const grid = {
  full: { ...bounds, top: 228, bottom: 66 },
  upper: { ...fixedBounds, top: 228, bottom: 296 },
  lower: { ...fixedBounds, top: 548, bottom: 170 },
} as const;

export const barWidths = { barCategoryGap: '14%', barMaxWidth: 90 } as const;

export interface Extent {
  readonly fromMs: number;
  readonly toMs: number;
}

/** From the first interval's start to the last one's end. */
export function extentOf(
  points: readonly (readonly [atMs: number, value: unknown])[],
  intervalMs: number,
): Extent {
  let fromMs = Infinity;
  let toMs = -Infinity;
  for (const [atMs] of points) {
    fromMs = Math.min(fromMs, atMs);
    toMs = Math.max(toMs, atMs + intervalMs);
  }
  return { fromMs, toMs };
}

/** Series are identified by their index here, because two may have the same name. */
export function legend(names: readonly string[]): object {
  return {
    data: names.map((_name, index) => String(index)),
    top: 152,
    left: 28,
    icon: 'roundRect',
    itemWidth: 34,
    itemHeight: 24,
    itemGap: 32,
    textStyle: { ...axisText, color: card.text },
    formatter: (index: string) => label(names[Number(index)] ?? '', NAME_LENGTH),
  };
}

/** Time as numbers, because the ticks of echarts' own time axis ignore time zones. */
export function timeAxis({ fromMs, toMs }: Extent, timeZone: string): object {
  const ticks = timeTicks(fromMs, toMs, timeZone);
  const labels = new Map(ticks.map((tick) => [tick.atMs, tick.label]));
  const at = ticks.map(({ atMs }) => atMs);
  return {
    type: 'value',
    min: fromMs,
    max: toMs,
    name: zoneLabel(fromMs, toMs, timeZone),
    nameLocation: 'middle',
    nameGap: 114,
    nameTextStyle: axisText,
    axisLabel: {
      ...axisText,
      customValues: at,
      margin: 14,
      lineHeight: 44,
      hideOverlap: true,
      formatter: (value: number) => labels.get(value) ?? '',
    },
    axisTick: { customValues: at, length: 8, lineStyle: { color: card.dim } },
    axisLine: { onZero: false, lineStyle: { color: card.dim } },
    splitLine: { show: false },
  };
}

/** For whole numbers from zero. */
export function countAxis(): object {
  return {
    type: 'value',
    minInterval: 1,
    splitNumber: 4,
    axisLabel: { ...axisText, formatter: countLabel },
    splitLine: { lineStyle: { color: card.grid } },
  };
}

function countLabel(value: number): string {
  return value.toLocaleString('en-US', { notation: value < 10_000 ? 'standard' : 'compact' });
}
