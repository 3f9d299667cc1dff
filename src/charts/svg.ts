import { LineChart as Lines, PieChart as Pie } from 'echarts/charts';
import {
  GraphicComponent,
  GridComponent,
  LegendComponent,
  TitleComponent,
} from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Chart } from './chart.ts';
import { lineOption } from './line-option.ts';
import { card } from './palette.ts';
import { shareOption } from './share-option.ts';

use([Lines, Pie, GraphicComponent, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

export function toSvg(chart: Chart): string {
  const { width, height } = card;
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    drawing.setOption(optionOf(chart));
    return drawing.renderToSVGString();
  } finally {
    drawing.dispose();
  }
}

function optionOf(chart: Chart): ReturnType<typeof lineOption> {
  switch (chart.kind) {
    case 'line':
      return lineOption(chart.chart);
    case 'share':
      return shareOption(chart.chart);
  }
}
