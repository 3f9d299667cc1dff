import type { EChartsCoreOption } from 'echarts/core';
import type { ShareChart } from './chart.ts';
import { heading, noData } from './heading.ts';
import { label } from './label.ts';
import { card, colourOf, sizes } from './palette.ts';

const NAME_LENGTH = 20;

/** How echarts is to draw it: a ring, its parts named beside it, the whole in its middle. */
export function shareOption({ title, parts }: ShareChart): EChartsCoreOption {
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  if (whole === 0) return noData(title);
  const lines = parts.map(
    ({ name, value }) =>
      `{name|${withoutMarkup(label(name, NAME_LENGTH))}}{number|${number(value)}}{percent|${percent(value / whole)}}`,
  );
  return {
    ...heading(title),
    legend: {
      orient: 'vertical',
      top: 'middle',
      left: 560,
      selectedMode: false,
      icon: 'roundRect',
      itemWidth: 30,
      itemHeight: 30,
      itemGap: 30,
      formatter: (index: string) => lines[Number(index)] ?? '',
      textStyle: {
        fontFamily: card.font,
        rich: {
          name: { ...column, width: 220, color: card.text },
          number: { ...column, width: 190, align: 'right', color: card.text },
          percent: { ...column, width: 130, align: 'right', color: card.dim },
        },
      },
    },
    series: {
      type: 'pie',
      center: [300, 365],
      radius: [145, 235],
      // The order given is the one people know.
      startAngle: 90,
      itemStyle: { borderColor: card.background, borderWidth: 4 },
      label: {
        show: true,
        position: 'center',
        formatter: number(whole),
        color: card.text,
        fontSize: sizes.big,
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

/** Braces begin and end echarts' styles. */
function withoutMarkup(name: string): string {
  return name.replaceAll('{', '(').replaceAll('}', ')').replaceAll('|', '/');
}

/** Whole up to a million; above, three digits and the power. */
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
