import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { PageTitle } from '../../components/page-title';
import { Unreachable } from '../../components/unreachable';
import { useUsageControllerDetailsQuery, useUsageControllerSummaryQuery } from '../../lib/generated-api';
import { Tips } from '../../components/tips';
import { usage } from '../../texts/usage';
import { DailyDetails } from './daily-details';
import { MonthCard } from './month-card';
import { MonthFiles } from './month-files';
import { MonthSelect } from './month-select';
import { MonthlyChart } from './monthly-chart';
import styles from './usage.module.css';

/** The usage of an account: number first, chart second, table third (WEB-25). */
export function UsageStatistics() {
  const summary = useUsageControllerSummaryQuery(undefined, { refetchOnMountOrArgChange: true });
  const [chosen, setChosen] = useState<string>();
  // The server names the latest month; a new one may have begun since the page was opened.
  const months = summary.data?.data.monthly ?? [];
  const latest = months.at(-1);
  const month = chosen ?? latest?.month;
  const details = useUsageControllerDetailsQuery(
    { month },
    { skip: month === undefined, refetchOnMountOrArgChange: true },
  );
  const isRefreshing = summary.isFetching || details.isFetching;
  const refresh = () => {
    void summary.refetch();
    if (month !== undefined) void details.refetch();
  };

  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <PageTitle title={usage.title} />
        <Button onClick={refresh} disabled={isRefreshing}>
          {isRefreshing ? usage.refreshing : usage.refresh}
        </Button>
      </div>
      {summary.isError && !summary.isFetching && (
        <Unreachable text={usage.summaryFailed} onRetry={() => void summary.refetch()} />
      )}
      {!summary.data && summary.isFetching && (
        <div className={styles.page} role="status" aria-label={usage.loading}>
          <div className={styles.card}>
            <Skeleton active paragraph={{ rows: 3 }} />
          </div>
          <div className={styles.card}>
            <Skeleton active paragraph={{ rows: 7 }} />
          </div>
        </div>
      )}
      {summary.data && latest && (
        <>
          <MonthCard label={latest.label} current={summary.data.data.current} />
          <MonthlyChart months={months} />
          <section className={styles.card} aria-labelledby="daily-details">
            <div className={styles.cardHead}>
              <div>
                <h2 id="daily-details" className={styles.heading}>
                  {usage.details}
                </h2>
                <p className={styles.muted}>{usage.utc}</p>
              </div>
              <MonthSelect label={usage.month} value={month} months={months.toReversed()} onChange={setChosen} />
            </div>
            <DailyDetails
              key={month}
              daily={details.currentData?.daily}
              hasFailed={details.isError && !details.isFetching}
              onRetry={() => void details.refetch()}
            />
          </section>
          <MonthFiles month={month ?? latest.month} />
        </>
      )}
      {/* Rendered only when the parts above have loaded, so that the tips do not move: the skeletons are lower. */}
      {(summary.data || summary.isError) && <Tips title={usage.tipsTitle} tips={usage.tips} />}
    </div>
  );
}
