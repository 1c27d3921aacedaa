import { Button } from 'antd';
import { useEffect } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { useAppSelector } from '../../app/store';
import { failureText } from '../../lib/call-gateway';
import { moment } from '../../lib/figures';
import { account } from '../../texts/account';
import styles from './account.module.css';
import { AskForLink } from './ask-for-link';
import { Column } from './column';
import { loginState } from './led-to-login.rule';
import { OtherSession } from './other-session';
import { useTakenQuery } from './use-taken-query';
import { type MailedLink, useVerification } from './use-verification';
import { verificationFailure } from './verification-failure.rule';

/** Milliseconds for which the success is shown before /dashboard opens (WEB-10). */
export const SHOWN_MS = 3_000;

/**
 * The page behind the link of a verification mail or of a change of e-mail. Only the browser that registered uses the link without a button
 * (WEB-10, WEB-39).
 */
export function EmailVerification() {
  const token = useTakenQuery().get('token');
  const { verification, press, retry } = useVerification(token);
  if (verification.step === 'already') return <Navigate to="/login" replace state={loginState('verified')} />;
  return (
    <Column title={account.verify.title}>
      {verification.step === 'loading' && <p role="status">{account.verify.loading}</p>}
      {verification.step === 'asks' && <Asks link={verification.link} onPress={press} />}
      {verification.step === 'another' && <OtherSession {...verification} />}
      {verification.step === 'done' && <Done email={verification.email} />}
      {verification.step === 'missing' && <Refused text={account.verify.tokenMissing} />}
      {verification.step === 'failed' && <Failed error={verification.error} onRetry={retry} />}
    </Column>
  );
}

/** Describes what the link would do. The visitor may be its reader, or a program that opens every link. */
function Asks({ link, onPress }: { link: MailedLink; onPress: () => void }) {
  const { registered, wasIt, changes, changesAlso } = account.verify;
  const isChange = link.kind === 'change-email';
  const [email, time] = [link.email ?? '', moment(link.asked_at)];
  return (
    <section className={styles.card}>
      <p className={styles.address}>{isChange ? changes(email, time) : registered(email, time)}</p>
      <p className={styles.muted}>{isChange ? changesAlso : wasIt}</p>
      <div>
        <Button type="primary" size="large" onClick={onPress}>
          {isChange ? account.verify.pressChange : account.verify.press}
        </Button>
      </div>
    </section>
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

/** An invalid link: a signed-in user wanted another e-mail, all others their first verification. */
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
