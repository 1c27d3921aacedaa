import { PieChart } from 'echarts/charts';
import { TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { useCallback } from 'react';
import { clientUsage } from '../../texts/usage';
import { ChartCanvas } from '../usage/chart-canvas';
import { type ChartColours, seriesToken } from '../usage/chart-colours';
import styles from './client-pie-chart.module.css';

echarts.use([PieChart, TooltipComponent]);

export interface ClientPieChartProps {
  clients: { key: string; name: string; count: number; percentage: number }[];
}

/** The clients of a month as a pie, with a legend below it: names next to the slices would be cut off on phones (WEB-26). */
export default function ClientPieChart({ clients }: ClientPieChartProps) {
  const describe = useCallback(
    (colours: ChartColours) => ({
      color: clients.map((_, index) => colours.series(index)),
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
          radius: ['52%', '92%'],
          itemStyle: { borderColor: colours.surface, borderWidth: 2 },
          label: { show: false },
          data: clients.map(({ name, count }) => ({ name, value: count })),
        },
      ],
    }),
    [clients],
  );
  return (
    <div>
      <ChartCanvas height={240} describe={describe} />
      <ul className={styles.legend} aria-label={clientUsage.legend}>
        {clients.map(({ key, name, percentage }, index) => (
          <li key={key}>
            <span className={styles.colour} style={{ background: `var(--${seriesToken(index)})` }} />
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <span className={styles.share}>{percentage.toFixed(1)}%</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
