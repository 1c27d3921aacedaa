import { whole } from '../../lib/figures';
import { usage } from '../../texts/usage';
import { isNearLimit } from './usage-level.rule';
import { UsageBar } from './usage-bar';
import styles from './usage.module.css';

export interface MonthCardProps {
  label: string;
  current: { used: number; remaining: number; limit: number; percentage: number };
}

/** The current month in figures; its bar is red from 80% (WEB-25). */
export function MonthCard({ label, current }: MonthCardProps) {
  const figures = [
    { name: usage.remaining, value: whole(current.remaining) },
    { name: usage.totalLimit, value: whole(current.limit) },
    { name: usage.percentage, value: `${current.percentage}%` },
  ];
  const isFull = isNearLimit(current.percentage) || current.remaining <= 0;
  return (
    <section className={styles.card} aria-labelledby="current-month">
      <div className={styles.cardHead}>
        <h2 id="current-month" className={styles.heading}>
          {usage.monthCard}
        </h2>
        <span className={styles.muted}>{label}, UTC</span>
      </div>
      <dl className={styles.figures}>
        <div className={styles.figureFirst}>
          <dt>{usage.videosUsed}</dt>
          <dd>{whole(current.used)}</dd>
        </div>
        {figures.map(({ name, value }) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <UsageBar percentage={current.percentage} tone={isFull ? 'bad' : 'good'} label={usage.monthCard} />
    </section>
  );
}
