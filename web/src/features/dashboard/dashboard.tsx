import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { useAppSelector } from '../../app/store';
import { PageTitle } from '../../components/page-title';
import { useExampleLanguage } from '../../lib/example-language';
import { useUsageControllerSummaryQuery } from '../../lib/generated-api';
import { dashboard } from '../../texts/dashboard';
import { frame } from '../../texts/frame';
import { useFreshUser } from '../api-key/use-fresh-user';
import { isNearLimit } from '../usage/usage-level.rule';
import styles from './dashboard.module.css';
import { EXAMPLE_LANGUAGES } from './examples.rule';
import { Onboarding } from './onboarding';
import { QuickStart } from './quick-start';
import { SubscriptionCard } from './subscription-card';
import { UsageCard } from './usage-card';

/** The overview of an account: three cards, then the way to the first call (WEB-17). */
export function Dashboard() {
  const user = useAppSelector((state) => state.session.user);
  const summary = useUsageControllerSummaryQuery(undefined, { refetchOnMountOrArgChange: true });
  const [language, chooseLanguage] = useExampleLanguage(EXAMPLE_LANGUAGES);
  const readUser = useFreshUser();
  const { refetch: readUsage } = summary;
  const onCall = useCallback(() => {
    void readUsage();
    readUser();
  }, [readUsage, readUser]);
  const current = summary.data?.data.current;
  const name = user?.name || frame.user;

  return (
    <div className={styles.page}>
      <PageTitle title={dashboard.title} hidden />
      <p className={styles.hello}>{dashboard.hello(name)}</p>
      <div className={styles.cards}>
        <section className={styles.card} aria-labelledby="account-card">
          <h2 id="account-card" className={styles.label}>
            {dashboard.account}
          </h2>
          <p className={styles.main}>{name}</p>
          <p className={styles.muted}>{user?.email}</p>
          <p className={styles.action}>
            <Link to="/profile">{dashboard.profile}</Link>
          </p>
        </section>
        <SubscriptionCard />
        <UsageCard
          current={current}
          hasFailed={summary.isError && !summary.isFetching}
          onRetry={() => void summary.refetch()}
        />
      </div>
      {current && isNearLimit(current.percentage) && (
        <div className={styles.warning} role="status">
          <p>{dashboard.warning}</p>
          <Link to="/pricing">{dashboard.seePlans}</Link>
        </div>
      )}
      <div className={styles.start}>
        <Onboarding onCall={onCall} onMcp={() => chooseLanguage('mcp')} />
        <QuickStart language={language} onLanguage={chooseLanguage} />
      </div>
    </div>
  );
}
