import type { EChartsCoreOption } from 'echarts/core';
import { label } from './label.ts';
import { card, sizes } from './palette.ts';

const TITLE_LENGTH = 46;
const SUBTITLE_LENGTH = 60;

/** The options that all charts share. */
export function heading(title: string, subtitle = ''): EChartsCoreOption {
  return {
    animation: false,
    backgroundColor: card.background,
    textStyle: { fontFamily: card.font },
    title: {
      text: label(title, TITLE_LENGTH),
      subtext: label(subtitle, SUBTITLE_LENGTH),
      top: 20,
      left: 34,
      itemGap: 8,
      textStyle: {
        color: card.text,
        fontSize: sizes.title,
        fontWeight: 600,
        fontFamily: card.font,
      },
      subtextStyle: { color: card.dim, fontSize: sizes.label, fontFamily: card.font },
    },
  };
}

/** A chart without data. */
export function noData(title: string, subtitle?: string): EChartsCoreOption {
  return {
    ...heading(title, subtitle),
    graphic: {
      type: 'text',
      left: 'center',
      top: 'middle',
      style: { text: 'No data', fill: card.dim, font: `${sizes.title}px ${card.font}` },
    },
  };
}
