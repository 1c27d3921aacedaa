import chartModule from 'echarts-for-react/lib/core';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useMemo } from 'react';
import { useAppearance } from '../../app/appearance';
import { type ChartColours, chartColours } from './chart-colours';

// The package is CommonJS: some loaders return its whole module, others its default.
const Chart = (chartModule as unknown as { default?: typeof chartModule }).default ?? chartModule;
echarts.use([SVGRenderer]);
const FONT = "'Inter Variable', 'Inter fallback', system-ui, sans-serif";

export interface ChartCanvasProps {
  height: number;
  /** The chart's ECharts options, in the colours of the appearance. */
  describe: (colours: ChartColours) => Record<string, unknown>;
}

/** A chart drawn as SVG. Hidden from screen readers: the table next to it has the same data. */
export function ChartCanvas({ height, describe }: ChartCanvasProps) {
  const appearance = useAppearance();
  const option = useMemo(() => {
    void appearance;
    // Without animation, which explains nothing.
    return { animation: false, textStyle: { fontFamily: FONT }, ...describe(chartColours()) };
  }, [appearance, describe]);
  return (
    <div aria-hidden="true">
      <Chart echarts={echarts} option={option} notMerge opts={{ renderer: 'svg' }} style={{ height }} />
    </div>
  );
}
