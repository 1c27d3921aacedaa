import { Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { day, whole } from '../../lib/figures';
import {
  type SubscriptionControllerMyPlanApiResponse,
  useSubscriptionControllerMyPlanQuery,
} from '../../lib/generated-api';
import { dashboard } from '../../texts/dashboard';
import { frame } from '../../texts/frame';
import { CancelSubscription } from '../billing/cancel-subscription';
import styles from './dashboard.module.css';

type Subscription = SubscriptionControllerMyPlanApiResponse['subscription'];

/** The plan of the account, its end, and the way to end it (WEB-17, WEB-23). */
export function SubscriptionCard() {
  const { data, isError, isFetching, refetch } = useSubscriptionControllerMyPlanQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const hasFailed = isError && !isFetching;
  return (
    <section className={styles.card} aria-labelledby="subscription-card">
      <h2 id="subscription-card" className={styles.label}>
        {dashboard.subscription}
      </h2>
      {hasFailed && (
        <div role="alert" className={styles.failed}>
          <p>{dashboard.subscriptionFailed}</p>
          <button type="button" className={styles.textButton} onClick={() => void refetch()}>
            {frame.retry}
          </button>
        </div>
      )}
      {!hasFailed && !data && (
        <div role="status" aria-label={dashboard.loading}>
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        </div>
      )}
      {!hasFailed && data && <Plan subscription={data.subscription} />}
    </section>
  );
}

function Plan({ subscription }: { subscription: Subscription }) {
  const { plan, isActive, remainingDays, videoLimit, endDate } = subscription;
  const isPaid = plan !== 'free';
  const end = endDate === null ? null : day(endDate);
  return (
    <>
      <p className={styles.main}>
        {plan.charAt(0).toUpperCase() + plan.slice(1)}{' '}
        <span className={styles.badge} data-active={isActive}>
          {isActive ? dashboard.active : dashboard.inactive}
        </span>
      </p>
      <p className={styles.muted}>
        {!isActive && isPaid
          ? dashboard.expired(end)
          : remainingDays !== null && end !== null
            ? dashboard.daysLeft(remainingDays, end)
            : dashboard.perMonth(whole(videoLimit))}
      </p>
      <p className={styles.action}>
        {!isPaid && <Link to="/pricing">{dashboard.seePlans}</Link>}
        {isPaid && !isActive && <Link to="/pricing">{dashboard.renew}</Link>}
        {isPaid && isActive && <Link to="/profile?tab=billing">{dashboard.extend}</Link>}
        {isPaid && isActive && <CancelSubscription until={end} />}
      </p>
    </>
  );
}
