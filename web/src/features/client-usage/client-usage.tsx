import { Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyLine } from '../../components/empty-line';
import { PageTitle } from '../../components/page-title';
import { PartBoundary } from '../../components/part-boundary';
import { Tips } from '../../components/tips';
import { Unreachable } from '../../components/unreachable';
import { useUsageControllerClientsQuery } from '../../lib/generated-api';
import { clientUsage } from '../../texts/usage';
import { MonthSelect } from '../usage/month-select';
import { recentMonths } from '../usage/recent-months.rule';
import styles from '../usage/usage.module.css';
import { ClientTable } from './client-table';

const ClientPieChart = lazy(() => import('./client-pie-chart'));

/** The selector has the current month and the five before it (WEB-26). */
const MONTHS = 6;

/** The usage of an account by client. */
export function ClientUsage() {
  // Without a month, the server answers its current one, and so names it.
  const current = useUsageControllerClientsQuery({}, { refetchOnMountOrArgChange: true });
  const [chosen, setChosen] = useState<string>();
  const latest = current.data?.month;
  const isPast = chosen !== undefined && chosen !== latest;
  const past = useUsageControllerClientsQuery({ month: chosen }, { skip: !isPast, refetchOnMountOrArgChange: true });
  const shown = isPast ? past : current;
  const answer = shown.currentData;
  const hasFailed = shown.isError && !shown.isFetching;

  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <div>
          <PageTitle title={clientUsage.title} />
          <p className={styles.muted}>
            {clientUsage.lead} {clientUsage.utc}
          </p>
        </div>
        {latest === undefined ? (
          <div className={styles.monthPlace} />
        ) : (
          <MonthSelect
            label={clientUsage.month}
            value={chosen ?? latest}
            months={recentMonths(latest, MONTHS)}
            onChange={setChosen}
          />
        )}
      </div>
      <section className={styles.card} aria-labelledby="distribution">
        <h2 id="distribution" className={styles.heading}>
          {clientUsage.chart}
        </h2>
        {hasFailed && <Unreachable text={clientUsage.failed} onRetry={() => void shown.refetch()} />}
        {!answer && !hasFailed && (
          <div role="status" aria-label={clientUsage.loading}>
            <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
          </div>
        )}
        {answer && !hasFailed && answer.clients.length === 0 && <EmptyLine text={clientUsage.empty} />}
        {answer && !hasFailed && answer.clients.length > 0 && (
          <>
            <PartBoundary>
              <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
                <ClientPieChart clients={answer.clients} />
              </Suspense>
            </PartBoundary>
            <ClientTable clients={answer.clients} total={answer.count} />
          </>
        )}
      </section>
      {/* Rendered only when the height of the card above is known, so that it does not move: a chart is much higher than an empty list. */}
      {(answer || hasFailed) && <ClientInformation />}
    </div>
  );
}

function ClientInformation() {
  return (
    <>
      <Tips title={clientUsage.mcpTitle} tips={clientUsage.mcp} />
      <Tips title={clientUsage.tipsTitle} tips={clientUsage.tips.map((text) => ({ text }))}>
        <p>
          <Link to="/docs">{clientUsage.docs}</Link>
        </p>
      </Tips>
    </>
  );
}
