import { Button } from 'antd';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { adoptSession, type BroughtSession, type OtherAccount } from '../../app/adopt-session';
import type { Store } from '../../app/store';
import { endSessionAtServer } from '../../lib/end-session';
import { account } from '../../texts/account';
import styles from './account.module.css';

/** A link brought the session of one account while another is signed in. Only a button changes the account (WEB-38). */
export function OtherSession({ brought, stays }: { brought: BroughtSession; stays: OtherAccount }) {
  const store = useStore() as Store;
  const navigate = useNavigate();
  const { email } = brought.user;
  const change = () => {
    adoptSession(store, brought, 'press');
    void navigate('/dashboard', { replace: true });
  };
  const stay = () => {
    // Otherwise the unused session would live for a day.
    endSessionAtServer(brought.token);
    void navigate('/dashboard', { replace: true });
  };
  return (
    <section className={styles.card}>
      <p role="status" className={styles.address}>
        {account.other.question(stays.email ?? account.other.unknown, email)}
      </p>
      <div className={styles.choice}>
        <Button type="primary" onClick={change}>
          {account.other.change(email)}
        </Button>
        <Button onClick={stay}>{stays.email ? account.other.stay(stays.email) : account.other.stayUnknown}</Button>
      </div>
    </section>
  );
}
