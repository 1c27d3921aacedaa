import { BarChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { useCallback } from 'react';
import { usage } from '../../texts/usage';
import { ChartCanvas } from './chart-canvas';
import type { ChartColours } from './chart-colours';

echarts.use([BarChart, GridComponent, TooltipComponent]);

export interface UsageBarChartProps {
  months: { label: string; count: number }[];
}

/** Videos per month as bars; the newest has the action colour (WEB-25). */
export default function UsageBarChart({ months }: UsageBarChartProps) {
  const describe = useCallback(
    (colours: ChartColours) => ({
      grid: { left: 8, right: 8, top: 16, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'none' },
        backgroundColor: colours.surface,
        borderColor: colours.hairline,
        textStyle: { color: colours.ink },
      },
      xAxis: {
        type: 'category',
        data: months.map(({ label }) => label),
        axisLine: { lineStyle: { color: colours.hairline } },
        axisTick: { show: false },
        axisLabel: { color: colours.muted, hideOverlap: true },
      },
      yAxis: {
        type: 'value',
        minInterval: 1,
        splitLine: { lineStyle: { color: colours.hairline } },
        axisLabel: { color: colours.muted },
      },
      series: [
        {
          name: usage.videos,
          type: 'bar',
          barMaxWidth: 36,
          itemStyle: { borderRadius: [4, 4, 0, 0] },
          data: months.map(({ count }, at) => ({
            value: count,
            itemStyle: { color: at === months.length - 1 ? colours.action : colours.muted },
          })),
        },
      ],
    }),
    [months],
  );
  return <ChartCanvas height={260} describe={describe} />;
}
