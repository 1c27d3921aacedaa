import { PieChart } from 'echarts/charts';
import { TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { useCallback } from 'react';
import { ChartCanvas } from '../usage/chart-canvas';
import type { ChartColours } from '../usage/chart-colours';

echarts.use([PieChart, TooltipComponent]);

export interface ClientPieChartProps {
  clients: { name: string; count: number }[];
}

/** The clients of a month as a pie (WEB-26). */
export default function ClientPieChart({ clients }: ClientPieChartProps) {
  const describe = useCallback(
    (colours: ChartColours) => ({
      color: colours.series,
      tooltip: {
        trigger: 'item',
        backgroundColor: colours.surface,
        borderColor: colours.hairline,
        textStyle: { color: colours.ink },
        // Names come from callers: the tooltip is plain text.
        renderMode: 'richText',
        formatter: '{b}: {c} ({d}%)',
      },
      series: [
        {
          type: 'pie',
          radius: ['48%', '80%'],
          itemStyle: { borderColor: colours.surface, borderWidth: 2 },
          label: { color: colours.muted, fontSize: 14, overflow: 'truncate', width: 120 },
          labelLine: { lineStyle: { color: colours.muted } },
          data: clients.map(({ name, count }) => ({ name, value: count })),
        },
      ],
    }),
    [clients],
  );
  return <ChartCanvas height={280} describe={describe} />;
}
