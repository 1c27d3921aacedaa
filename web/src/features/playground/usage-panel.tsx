import { Unreachable } from '../../components/unreachable';
import { day, whole } from '../../lib/figures';
import { useUsageControllerSummaryQuery } from '../../lib/generated-api';
import { playground } from '../../texts/playground';
import { usageLevel } from '../usage/usage-level.rule';
import { renewalDay } from './renewal-day.rule';
import styles from './usage-panel.module.css';

/** What is left of the month (WEB-28): green, yellow from 80%, red at 0. */
export function UsagePanel() {
  const { data, isError, refetch } = useUsageControllerSummaryQuery();
  const current = data?.data.current;
  return (
    <section aria-labelledby="playground-usage">
      <h2 id="playground-usage" className={styles.head}>
        {playground.thisMonth}
      </h2>
      {current ? (
        <Current {...current} />
      ) : isError ? (
        <Unreachable text={playground.usageFailed} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.blank} aria-busy="true" />
      )}
    </section>
  );
}

function Current(props: { used: number; remaining: number; limit: number; percentage: number }) {
  const { used, remaining, limit } = props;
  const level = usageLevel(props);
  const filled = Math.min(100, props.percentage);
  return (
    <>
      <p className={styles.number}>
        {whole(used)} <span>{playground.ofLimit(whole(limit))}</span>
      </p>
      <div
        className={styles.bar}
        data-level={level}
        role="progressbar"
        aria-label={playground.usageBar}
        aria-valuenow={Math.round(filled)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${filled}%` }} />
      </div>
      {level === 'near' && <p className={styles.approaching}>{playground.approaching}</p>}
      <p className={styles.left}>{playground.left(whole(remaining), day(renewalDay(Date.now())))}</p>
    </>
  );
}
