import styles from './usage-bar.module.css';

export interface UsageBarProps {
  percentage: number;
  /** `good` green, `warn` yellow, `bad` red. */
  tone: 'good' | 'warn' | 'bad';
  label: string;
}

/** How much of the quota is used, as a bar. */
export function UsageBar({ percentage, tone, label }: UsageBarProps) {
  const shown = Math.min(100, Math.max(0, percentage));
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown}
      data-tone={tone}
    >
      <div className={styles.fill} style={{ width: `${shown}%` }} />
    </div>
  );
}
