import { Button } from 'antd';
import { useInfoControllerInfoQuery } from '../../lib/generated-api';
import { account } from '../../texts/account';
import styles from './account.module.css';

/** Leads to Google when the deployment offers it (WEB-16, WEB-32); until that is known, the place is kept. */
export function GoogleButton() {
  const { data, isError } = useInfoControllerInfoQuery();
  if (isError || (data && !data.sign_in.includes('google'))) return null;
  if (!data) return <div className={styles.place} />;
  return (
    <div className={styles.ways}>
      <span className={styles.or}>{account.login.or}</span>
      <Button size="large" block href="/api/auth/google">
        {account.login.google}
      </Button>
    </div>
  );
}
