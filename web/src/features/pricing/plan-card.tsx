import { Button, Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { dollars, whole } from '../../lib/figures';
import type { SubscriptionControllerPlansApiResponse } from '../../lib/generated-api';
import { pricing } from '../../texts/pricing';
import type { Period } from './periods.rule';
import styles from './pricing.module.css';

/** A plan as GET /api/subscription/plans describes it. */
export type Plan = SubscriptionControllerPlansApiResponse['plans'][number];

export interface PlanCardProps {
  plan: Plan;
  period: Period;
  isPopular: boolean;
  isSelected: boolean;
  /** The plan's relation to the account. An unknown one cannot be chosen: the plan might be running (WEB-19). */
  standing: 'current' | 'expired' | 'other' | 'loading' | 'unknown';
  /** The target of Free's button. */
  freeLink: string;
  onChoose: () => void;
}

/** A plan with its price per month at the chosen period (WEB-18, WEB-19). */
export function PlanCard({ plan, period, isPopular, isSelected, standing, freeLink, onChoose }: PlanCardProps) {
  const price = plan.durations.find(({ key }) => key === period)?.price ?? plan.price;
  const titleId = `plan-${plan.key}`;
  return (
    <article className={styles.card} data-selected={isSelected} aria-labelledby={titleId}>
      <div className={styles.cardHead}>
        <h2 id={titleId} className={styles.planName}>
          {plan.name}
        </h2>
        {standing === 'expired' ? (
          <span className={styles.expiredBadge}>{pricing.yourExpiredPlan}</span>
        ) : (
          isPopular && <span className={styles.badge}>{pricing.mostPopular}</span>
        )}
      </div>
      <p className={styles.price}>
        <strong>{Number.isInteger(price) ? `$${whole(price)}` : dollars(price)}</strong> {pricing.perMonth}
      </p>
      {plan.videos_per_month > 0 && <p className={styles.limit}>{pricing.videos(whole(plan.videos_per_month))}</p>}
      <ul className={styles.features}>
        {plan.features
          .filter((feature) => !repeatsLimit(plan, feature))
          .map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
      </ul>
      <div className={styles.cardFoot}>
        {standing === 'current' ? (
          <Button block disabled>
            {pricing.currentPlan}
          </Button>
        ) : plan.durations.length === 0 ? (
          <Link className={styles.linkButton} to={freeLink}>
            {pricing.freePlan}
          </Link>
        ) : standing === 'loading' ? (
          <Skeleton.Button active block />
        ) : (
          <Button
            block
            disabled={standing === 'unknown'}
            type={isSelected ? 'primary' : 'default'}
            aria-pressed={isSelected}
            onClick={onChoose}
          >
            {standing === 'expired' ? pricing.renewPlan : isSelected ? pricing.selected : pricing.choose(plan.name)}
          </Button>
        )}
      </div>
    </article>
  );
}

/** The limit is already shown above the features. */
function repeatsLimit({ videos_per_month: limit }: Plan, feature: string): boolean {
  return feature.replaceAll(',', '').startsWith(`${limit} videos `);
}
