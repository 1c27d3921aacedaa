import { Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { Unreachable } from '../../components/unreachable';
import { day } from '../../lib/figures';
import {
  type SubscriptionControllerMyPlanApiResponse,
  useSubscriptionControllerMyPlanQuery,
} from '../../lib/generated-api';
import { billing } from '../../texts/billing';
import styles from './billing.module.css';
import { CancelSubscription } from './cancel-subscription';
import { planName } from './plan-name';

/** The plan with Extend and Cancel (WEB-23). */
export function SubscriptionPanel() {
  const { data, isError, isFetching, refetch } = useSubscriptionControllerMyPlanQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const hasFailed = isError && !isFetching;
  return (
    <section aria-labelledby="billing-subscription">
      <h3 id="billing-subscription">{billing.subscription}</h3>
      {hasFailed && <Unreachable text={billing.subscriptionFailed} onRetry={() => void refetch()} />}
      {!hasFailed && !data && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {!hasFailed && data && <Plan {...data.subscription} />}
    </section>
  );
}

function Plan({ plan, isActive, endDate }: SubscriptionControllerMyPlanApiResponse['subscription']) {
  const isPaid = plan !== 'free';
  const name = planName(plan);
  const end = endDate === null ? null : day(endDate);
  const order = `/pricing?plan=${encodeURIComponent(plan)}`;
  return (
    <>
      <p className={styles.plan}>
        {!isPaid
          ? billing.free
          : isActive
            ? billing.until(name, end ?? billing.none)
            : billing.ended(name, end ?? billing.none)}
      </p>
      <p className={styles.actions}>
        {!isPaid && <Link to="/pricing">{billing.seePlans}</Link>}
        {isPaid && !isActive && <Link to={order}>{billing.renew}</Link>}
        {isPaid && isActive && <Link to={`${order}&extend=1`}>{billing.extend}</Link>}
        {isPaid && isActive && <CancelSubscription until={end} />}
      </p>
    </>
  );
}
