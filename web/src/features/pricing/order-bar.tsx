import { Button } from 'antd';
import { dollars } from '../../lib/figures';
import { pricing } from '../../texts/pricing';
import type { Period } from './periods.rule';
import styles from './order-bar.module.css';

export interface OrderBarProps {
  plan: string;
  period: Period;
  /** The amount due; null while it is being calculated. */
  amount: number | null;
  onContinue: () => void;
}

/** Keeps the choice and a link to the order summary visible when the order summary is below the plans (WEB-44). */
export function OrderBar({ plan, period, amount, onContinue }: OrderBarProps) {
  return (
    <div className={styles.bar} role="region" aria-label={pricing.chosen}>
      <p className={styles.order}>
        <span className={styles.plan}>
          {plan}, {pricing.periods[period]}
        </span>
        <strong className={styles.amount}>{amount === null ? pricing.unknown : dollars(amount)}</strong>
      </p>
      <Button type="primary" size="large" onClick={onContinue}>
        {pricing.continue}
      </Button>
    </div>
  );
}
