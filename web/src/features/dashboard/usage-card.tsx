import { Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { whole } from '../../lib/figures';
import { dashboard } from '../../texts/dashboard';
import { frame } from '../../texts/frame';
import { UsageBar } from '../usage/usage-bar';
import { usageLevel } from '../usage/usage-level.rule';
import styles from './dashboard.module.css';

const TONES = { fine: 'good', near: 'warn', spent: 'bad' } as const;

export interface UsageCardProps {
  /** Undefined while it loads. */
  current: { used: number; remaining: number; limit: number; percentage: number } | undefined;
  hasFailed: boolean;
  onRetry: () => void;
}

/** The month's usage, with a bar that is green, yellow from 80% and red when nothing remains (WEB-28). */
export function UsageCard({ current, hasFailed, onRetry }: UsageCardProps) {
  const level = current && usageLevel(current);
  return (
    <section className={styles.card} aria-labelledby="usage-card">
      <h2 id="usage-card" className={styles.label}>
        {dashboard.usage}
      </h2>
      {hasFailed && (
        <div role="alert" className={styles.failed}>
          <p>{dashboard.usageFailed}</p>
          <button type="button" className={styles.textButton} onClick={onRetry}>
            {frame.retry}
          </button>
        </div>
      )}
      {!hasFailed && !current && (
        <div role="status" aria-label={dashboard.loading}>
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        </div>
      )}
      {!hasFailed && current && level && (
        <>
          <p className={styles.number}>
            {whole(current.used)} <small>{dashboard.of(whole(current.limit))}</small>
          </p>
          <UsageBar percentage={current.percentage} tone={TONES[level]} label={dashboard.usage} />
          <p className={styles.level} data-level={level}>
            {level === 'fine' && dashboard.left(whole(current.remaining))}
            {level === 'near' && dashboard.approaching}
            {level === 'spent' && dashboard.spent}
          </p>
          <p className={styles.action}>
            <Link to="/usage">{dashboard.details}</Link>
          </p>
        </>
      )}
    </section>
  );
}
