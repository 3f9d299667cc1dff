import type { EChartsCoreOption } from 'echarts/core';
import type { ShareChart } from './chart.ts';
import { heading, noData } from './heading.ts';
import { label } from './label.ts';
import { card, colourOf, sizes } from './palette.ts';

const NAME_LENGTH = 14;

/** The echarts option of a ring chart with the total in the centre and the parts in a legend. */
export function shareOption({ title, parts }: ShareChart): EChartsCoreOption {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return noData(title);
  const lines = parts.map(
    ({ name, value }) =>
      `{name|${withoutMarkup(label(name, NAME_LENGTH))}}{number|${number(value)}}{percent|${percent(value / total)}}`,
  );
  return {
    ...heading(title),
    legend: {
      orient: 'vertical',
      top: 'middle',
      left: 540,
      selectedMode: false,
      icon: 'roundRect',
      itemWidth: 30,
      itemHeight: 30,
      itemGap: 36,
      formatter: (index: string) => lines[Number(index)] ?? '',
      textStyle: {
        fontFamily: card.font,
        rich: {
          name: { ...column, width: 270, color: card.text },
          number: { ...column, width: 160, align: 'right', color: card.text },
          percent: { ...column, width: 140, align: 'right', color: card.dim },
        },
      },
    },
    series: {
      type: 'pie',
      center: [280, 400],
      radius: [145, 230],
      // Keeps the given order, clockwise from the top.
      startAngle: 90,
      itemStyle: { borderColor: card.background, borderWidth: 4 },
      label: {
        show: true,
        position: 'center',
        formatter: number(total),
        color: card.text,
        fontSize: sizes.title,
        fontWeight: 600,
        fontFamily: card.font,
      },
      data: parts.map(({ value, colour }, index) => ({
        name: String(index),
        value,
        itemStyle: { color: colourOf(colour, index) },
      })),
    },
  };
}

const column = { fontSize: sizes.label, fontFamily: card.font };

/** Braces and bars delimit styles in echarts' rich text. */
function withoutMarkup(name: string): string {
  return name.replaceAll('{', '(').replaceAll('}', ')').replaceAll('|', '/');
}

/** Exact below a million, compact above (four significant digits). */
function number(value: number): string {
  return value < 1e6
    ? value.toLocaleString('en-US')
    : value.toLocaleString('en-US', { notation: 'compact', maximumSignificantDigits: 4 });
}

function percent(share: number): string {
  const isTiny = share > 0 && share < 0.001;
  return isTiny
    ? '< 0.1 %'
    : `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })} %`;
}
