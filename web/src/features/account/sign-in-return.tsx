import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { ended, type User } from '../../app/session';
import { type Store, useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { endSession } from '../../lib/end-session';
import { account } from '../../texts/account';
import styles from './account.module.css';
import { Column } from './column';
import { finishSignIn } from './finish-sign-in';
import { loginState } from './led-to-login.rule';
import { useTakenQuery } from './use-taken-query';

/** Milliseconds for which the page shows the account of a session that an address brought, before /dashboard opens (WEB-38). */
const SAID_MS = 3_000;

/** The page to which Google's sign-in returns: opens /dashboard with a token, otherwise /login with the reason (WEB-9). */
export function SignInReturn() {
  const query = useTakenQuery();
  const store = useStore() as Store;
  const toasts = useToasts();
  const navigate = useNavigate();
  const isChecking = useAppSelector((state) => state.session.status === 'loading');
  const begun = useRef(false);
  const [signedIn, setSignedIn] = useState<User | null>(null);

  useEffect(() => {
    if (isChecking || begun.current) return;
    begun.current = true;
    const [token, error] = [query.get('token'), query.get('error')];
    const finish = async () => {
      if (error === 'google_password_needed')
        return navigate('/login', { replace: true, state: loginState('google-password') });
      if (error === 'account_closing')
        return navigate('/login', { replace: true, state: loginState('google-closing') });
      if (error !== null) toasts.error(reasonOf(error));
      if (error !== null || !token) return navigate('/login', { replace: true });
      try {
        const { user, stays, wasChosen } = await finishSignIn(store, token);
        if (stays) toasts.info(account.callback.stays(stays.email ?? account.other.unknown, user.email));
        else if (!wasChosen) return setSignedIn(user);
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
      {signedIn ? (
        <SignedInAs user={signedIn} />
      ) : (
        <p role="status" className={styles.muted}>
          {account.callback.loading}
        </p>
      )}
    </Column>
  );
}

/** An address brought the session, and anybody may have made that address: the visitor must see whose account it is before using it (WEB-38). */
function SignedInAs({ user }: { user: User }) {
  const store = useStore() as Store;
  const navigate = useNavigate();
  useEffect(() => {
    const timer = window.setTimeout(() => void navigate('/dashboard', { replace: true }), SAID_MS);
    return () => window.clearTimeout(timer);
  }, [navigate]);
  const leave = () => {
    endSession();
    store.dispatch(ended());
    void navigate('/login', { replace: true });
  };
  return (
    <section className={styles.card}>
      <p role="status" className={styles.address}>
        {account.callback.signedInAs(user.name, user.email)}
      </p>
      <div>
        <Button onClick={leave}>{account.callback.notMine}</Button>
      </div>
    </section>
  );
}

/** Only our own sentences: anybody can write an address. */
function reasonOf(error: string): string {
  const { reasons, failed } = account.callback;
  return Object.hasOwn(reasons, error) ? reasons[error] : failed;
}
