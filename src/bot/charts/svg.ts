import { BarChart as Bars, LineChart as Lines, PieChart as Pie } from 'echarts/charts';
import {
  GraphicComponent,
  GridComponent,
  LegendComponent,
  TitleComponent,
} from 'echarts/components';
import { init, use, type EChartsCoreOption } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { bandOption } from './band-option.ts';
import { barOption } from './bar-option.ts';
import type { Chart } from './chart.ts';
import { card } from './palette.ts';
import { shareOption } from './share-option.ts';

use([
  Bars,
  Lines,
  Pie,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  TitleComponent,
  SVGRenderer,
]);

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

function optionOf(chart: Chart): EChartsCoreOption {
  switch (chart.kind) {
    case 'bars':
      return barOption(chart.chart);
    case 'band':
      return bandOption(chart.chart);
    case 'share':
      return shareOption(chart.chart);
  }
}
