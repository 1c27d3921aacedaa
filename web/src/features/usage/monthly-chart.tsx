import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { EmptyLine } from '../../components/empty-line';
import { PartBoundary } from '../../components/part-boundary';
import { whole } from '../../lib/figures';
import { usage } from '../../texts/usage';
import styles from './usage.module.css';

// Charts are larger than the rest of the page, so they are loaded when they are shown.
const UsageBarChart = lazy(() => import('./usage-bar-chart'));

export interface MonthlyChartProps {
  months: { month: string; label: string; count: number }[];
}

/** The last twelve months as bars, and as a table for screen readers. Without any usage, a sentence is shown instead of empty axes. */
export function MonthlyChart({ months }: MonthlyChartProps) {
  return (
    <section className={styles.card} aria-labelledby="monthly-usage">
      <h2 id="monthly-usage" className={styles.heading}>
        {usage.chart}
      </h2>
      {months.every(({ count }) => count === 0) ? (
        <EmptyLine text={usage.chartEmpty} />
      ) : (
        <PartBoundary>
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 7 }} />}>
            <UsageBarChart months={months} />
          </Suspense>
        </PartBoundary>
      )}
      <details className={styles.asTable}>
        <summary>{usage.chartTable}</summary>
        <table className={styles.table} aria-label={usage.chart}>
          <thead>
            <tr>
              <th scope="col">{usage.month}</th>
              <th scope="col" className={styles.number}>
                {usage.videos}
              </th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, label, count }) => (
              <tr key={month}>
                <th scope="row">{label}</th>
                <td className={styles.number}>{whole(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
