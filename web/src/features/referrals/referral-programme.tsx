import { PageTitle } from '../../components/page-title';
import { dollars, whole } from '../../lib/figures';
import { useReferralControllerStatsQuery } from '../../lib/generated-api';
import { Unreachable } from '../../components/unreachable';
import { referrals } from '../../texts/referrals';
import { useFreshUser } from '../api-key/use-fresh-user';
import { ReferralHistory } from './referral-history';
import { ReferralLink } from './referral-link';
import styles from './referrals.module.css';

const FIGURES = ['total_earnings', 'total_referrals', 'pending_earnings', 'completed_earnings'] as const;

/** Figures, link, steps and history; each part loads its own data in parallel (WEB-29). */
export function ReferralProgramme() {
  // The wallet in the header also changes with a friend's payment.
  useFreshUser();
  return (
    <div className={styles.page}>
      <header>
        <PageTitle title={referrals.title} />
        <p className={styles.muted}>{referrals.lead}</p>
      </header>
      <ReferralLink />
      <Figures />
      <section aria-labelledby="referral-steps">
        <h2 id="referral-steps">{referrals.how}</h2>
        <ol className={styles.steps}>
          {referrals.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <ReferralHistory />
    </div>
  );
}

function Figures() {
  const { data, isError, isFetching, refetch } = useReferralControllerStatsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  if (isError && !isFetching) return <Unreachable text={referrals.statsFailed} onRetry={() => void refetch()} />;
  return (
    <dl className={styles.figures}>
      {FIGURES.map((key) => (
        <div key={key} className={styles.figure}>
          <dt>{referrals.figures[key]}</dt>
          <dd>{!data ? referrals.unknown : key === 'total_referrals' ? whole(data[key]) : dollars(data[key])}</dd>
        </div>
      ))}
    </dl>
  );
}
