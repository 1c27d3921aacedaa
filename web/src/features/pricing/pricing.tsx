import { Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useStore } from 'react-redux';
import { checkSession } from '../../app/check-session';
import { type Store, useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { Unreachable } from '../../components/unreachable';
import { day, dollars } from '../../lib/figures';
import { useSubscriptionControllerMyPlanQuery, useSubscriptionControllerPlansQuery } from '../../lib/generated-api';
import { takeMessage } from '../../lib/left-message';
import { pricing } from '../../texts/pricing';
import { Checkout } from './checkout';
import { OrderBar } from './order-bar';
import { orderInAddress } from './order-in-address.rule';
import { PeriodSwitch } from './period-switch';
import { defaultPeriod, MONTHS_OF, type Period } from './periods.rule';
import { PlanCard } from './plan-card';
import styles from './pricing.module.css';

/** Plans, periods and checkout (WEB-18 to WEB-20). */
export function Pricing() {
  const { search } = useLocation();
  const toasts = useToasts();
  const asked = orderInAddress(search);
  const { status, user } = useAppSelector((state) => state.session);
  const store = useStore() as Store;
  const isSignedIn = status === 'authenticated';
  const plansCall = useSubscriptionControllerPlansQuery();
  const mine = useSubscriptionControllerMyPlanQuery(undefined, { skip: !isSignedIn, refetchOnMountOrArgChange: true });
  const [chosenPeriod, setPeriod] = useState<Period | null>(asked.duration);
  const [chosenPlan, setPlan] = useState<string | null>(asked.plan);
  const [due, setDue] = useState<number | null>(null);
  const summary = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Stored by a payment from the wallet, before the page reloaded (WEB-20).
    const text = takeMessage('/pricing');
    if (text) toasts.success(text);
  }, [toasts]);

  const plans = plansCall.data?.plans;
  if (!plans) {
    return plansCall.isError && !plansCall.isFetching ? (
      <Unreachable text={pricing.plansFailed} onRetry={() => void plansCall.refetch()} />
    ) : (
      <LoadingPlans />
    );
  }

  const subscription = isSignedIn ? mine.data?.subscription : undefined;
  // Visitors have no plan. For a user it must be known before a plan can be chosen: it might already be running.
  const hasFailed = status === 'unknown' || (isSignedIn && mine.isError && !mine.isFetching);
  const isKnown = !hasFailed && (status === 'anonymous' || subscription !== undefined);
  const askAgain = () => void (isSignedIn ? mine.refetch() : checkSession(store));
  const period = chosenPeriod ?? defaultPeriod(plans);
  const isExpired = subscription !== undefined && subscription.plan !== 'free' && !subscription.isActive;
  const currentKey = subscription?.isActive ? subscription.plan : undefined;
  const expiredKey = isExpired ? subscription.plan : undefined;
  const mayExtend = (key: string) => asked.extend && asked.plan === key;
  const wanted = plans.find(({ key, durations }) => key === chosenPlan && durations.length > 0);
  const isBlocked = wanted?.key === currentKey && wanted !== undefined && !mayExtend(wanted.key);
  const selected = isBlocked || !isKnown ? undefined : wanted;
  const standingOf = (key: string) => {
    if (!isKnown) return hasFailed ? 'unknown' : 'loading';
    return key === currentKey ? 'current' : key === expiredKey ? 'expired' : 'other';
  };
  const nameOf = (key: string) => plans.find((plan) => plan.key === key)?.name ?? key;
  const monthly = selected?.durations.find(({ key }) => key === period)?.price;
  const total = monthly === undefined ? null : monthly * MONTHS_OF[period];
  const goToSummary = () => {
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView({ block: 'start' });
  };

  return (
    <>
      {isExpired && (
        <p role="status" className={styles.warning}>
          {pricing.expired(nameOf(subscription.plan), subscription.endDate === null ? null : day(subscription.endDate))}
        </p>
      )}
      {hasFailed && <Unreachable text={pricing.subscriptionFailed} onRetry={askAgain} />}
      <PeriodSwitch plans={plans} period={period} onChange={setPeriod} />
      <div className={styles.layout}>
        <div className={styles.choice}>
          <div className={styles.cards}>
            {plans.map((plan, index) => (
              <PlanCard
                key={plan.key}
                plan={plan}
                period={period}
                isPopular={index === 1}
                isSelected={plan.key === selected?.key}
                standing={standingOf(plan.key)}
                freeLink={isSignedIn ? '/dashboard' : '/register'}
                onChoose={() => setPlan(plan.key)}
              />
            ))}
          </div>
          {selected && (
            <OrderBar plan={selected.name} period={period} amount={isSignedIn ? due : total} onContinue={goToSummary} />
          )}
        </div>
        <section className={styles.summary} aria-labelledby="order-summary">
          <h2 id="order-summary" ref={summary} tabIndex={-1} className={styles.summaryTitle}>
            {pricing.summary}
          </h2>
          {!isKnown && !hasFailed && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
          {(isKnown || hasFailed) && !selected && <p className={styles.small}>{pricing.choosePlan}</p>}
          {selected && !isSignedIn && total !== null && (
            <dl className={styles.lines}>
              <div className={styles.due}>
                <dt>
                  {selected.name}, {pricing.periods[period]}
                </dt>
                <dd>{dollars(total)}</dd>
              </div>
            </dl>
          )}
          {status === 'anonymous' && (
            <Link className={styles.mainLink} to="/register">
              {pricing.signUp}
            </Link>
          )}
          {selected && isSignedIn && (
            // A price belongs to one account.
            <Checkout
              key={user?.id}
              plan={selected.key}
              period={period}
              extend={mayExtend(selected.key)}
              isRenewal={selected.key === expiredKey}
              balance={user?.wallet_balance ?? null}
              onDue={setDue}
              referralCode={new URLSearchParams(search).get('ref') ?? ''}
            />
          )}
        </section>
      </div>
    </>
  );
}

/** As large as the later content. */
function LoadingPlans() {
  return (
    <div role="status" aria-label={pricing.loading}>
      <div className={styles.noPeriods} />
      <div className={styles.layout}>
        <div className={styles.cards}>
          {[0, 1, 2, 3].map((card) => (
            <div key={card} className={styles.card}>
              <Skeleton active paragraph={{ rows: 6 }} />
            </div>
          ))}
        </div>
        <div className={styles.summary}>
          <Skeleton active paragraph={{ rows: 3 }} />
        </div>
      </div>
    </div>
  );
}
