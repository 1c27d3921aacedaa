import { useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { type Store, useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { account } from '../../texts/account';
import styles from './account.module.css';
import { Column } from './column';
import { finishSignIn } from './finish-sign-in';
import { useTakenQuery } from './use-taken-query';

/** Where Google's sign-in comes back to: with a token on to /dashboard, else to /login with the reason (WEB-9). */
export function SignInReturn() {
  const query = useTakenQuery();
  const store = useStore() as Store;
  const toasts = useToasts();
  const navigate = useNavigate();
  const isChecking = useAppSelector((state) => state.session.status === 'loading');
  const begun = useRef(false);

  useEffect(() => {
    if (isChecking || begun.current) return;
    begun.current = true;
    const [token, error] = [query.get('token'), query.get('error')];
    const finish = async () => {
      if (error !== null) toasts.error(reasonOf(error));
      if (error !== null || !token) return navigate('/login', { replace: true });
      try {
        await finishSignIn(store, token);
      } catch {
        toasts.error(account.callback.failed);
        return navigate('/login', { replace: true });
      }
      return navigate('/dashboard', { replace: true });
    };
    void finish();
  }, [isChecking, navigate, query, store, toasts]);

  return (
    <Column title={account.callback.title}>
      <p role="status" className={styles.muted}>
        {account.callback.loading}
      </p>
    </Column>
  );
}

/** Only sentences of ours: what stands in an address may be anybody's. */
function reasonOf(error: string): string {
  const { reasons, failed } = account.callback;
  return Object.hasOwn(reasons, error) ? reasons[error] : failed;
}
