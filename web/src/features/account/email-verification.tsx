import { Button } from 'antd';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useAppSelector } from '../../app/store';
import { failureText } from '../../lib/call-gateway';
import { account } from '../../texts/account';
import styles from './account.module.css';
import { AskForLink } from './ask-for-link';
import { Column } from './column';
import { useTakenQuery } from './use-taken-query';
import { useVerification } from './use-verification';
import { verificationFailure } from './verification-failure.rule';

/** Milliseconds for which the success is shown before /dashboard opens (WEB-10). */
export const SHOWN_MS = 3_000;

/** The page that the link of a verification mail opens (WEB-10). */
export function EmailVerification() {
  const token = useTakenQuery().get('token');
  const { verification, retry } = useVerification(token);
  return (
    <Column title={account.verify.title}>
      {verification.step === 'loading' && <p role="status">{account.verify.loading}</p>}
      {verification.step === 'done' && <Done email={verification.email} />}
      {verification.step === 'missing' && <Refused text={account.verify.tokenMissing} />}
      {verification.step === 'failed' && <Failed error={verification.error} onRetry={retry} />}
    </Column>
  );
}

function Done({ email }: { email: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = window.setTimeout(() => void navigate('/dashboard', { replace: true }), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [navigate]);
  return (
    <section className={styles.card}>
      <div role="status">
        <h2>{account.verify.done}</h2>
        <p className={styles.address}>{account.verify.doneFor(email)}</p>
      </div>
      <p>
        <Link to="/dashboard">{account.toDashboard}</Link>
      </p>
    </section>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isSignedIn = useAppSelector((state) => state.session.status === 'authenticated');
  const why = verificationFailure(error);
  if (why === 'invalid') return <Refused text={account.verify.tokenInvalid} />;
  return (
    <section className={styles.card}>
      <p role="alert">{failureText(error, account.verify.away)}</p>
      {why === 'session' && <p className={styles.muted}>{account.verify.linkKept}</p>}
      {why === 'away' ? (
        <div>
          <Button onClick={onRetry}>{account.verify.retry}</Button>
        </div>
      ) : (
        <p>{isSignedIn ? <ToProfile /> : <Link to="/login">{account.toLogin}</Link>}</p>
      )}
    </section>
  );
}

function ToProfile() {
  return <Link to="/profile">{account.verify.changeAgain}</Link>;
}

/** A link that leads nowhere: who is signed in wanted another e-mail, all others their first verification. */
function Refused({ text }: { text: string }) {
  const isSignedIn = useAppSelector((state) => state.session.status === 'authenticated');
  return (
    <section className={styles.card}>
      <p role="alert">{text}</p>
      {isSignedIn ? (
        <p>
          <ToProfile />
        </p>
      ) : (
        <AskForLink />
      )}
    </section>
  );
}
