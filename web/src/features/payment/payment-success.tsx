import { Button } from 'antd';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useAppSelector } from '../../app/store';
import { PageTitle } from '../../components/page-title';
import { failureStatus, failureText } from '../../lib/call-gateway';
import { frame } from '../../texts/frame';
import { payment as texts } from '../../texts/pricing';
import { looksLikePaymentId } from './payment-id.rule';
import { endedUnpaid } from './payment-state.rule';
import styles from './payment.module.css';
import { usePayment } from './use-payment';

/** Milliseconds until the dashboard opens (WEB-21). */
export const REDIRECT_MS = 5_000;

/**
 * The page after a checkout. Its address proves nothing: the status comes from the server (PAY-17). It redirects to the dashboard, except for a
 * visitor, who would get the login page there, for a failed payment, which the user should read about, and for an unknown payment.
 */
export function PaymentSuccess() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const session = useAppSelector(({ session }) => session.status);
  const asked = new URLSearchParams(search).get('session_id');
  const id = looksLikePaymentId(asked) ? asked : null;
  const { payment, state, error, isFetching, again } = usePayment(session === 'authenticated' ? id : null);
  const isVisitor = session === 'anonymous';
  // An address without an id names no payment, for any visitor.
  const isMissing = id === null || failureStatus(error) === 404;
  const isUnpaid = endedUnpaid(state);
  const stays = isVisitor || isUnpaid || isMissing;
  useEffect(() => {
    if (stays) return;
    const timer = window.setTimeout(() => void navigate('/dashboard', { replace: true }), REDIRECT_MS);
    return () => window.clearTimeout(timer);
  }, [navigate, stays]);

  return (
    <div className={styles.card}>
      <PageTitle title={isMissing ? texts.missing : texts.titles[state]} />
      <p>{isMissing ? texts.missingText : isVisitor ? texts.visitor : texts.said[state]}</p>
      <dl className={styles.facts}>
        {id && (
          <div>
            <dt>{texts.transaction}</dt>
            <dd>
              <code>{id}</code>
            </dd>
          </div>
        )}
        {id && !isMissing && session === 'authenticated' && (
          <div aria-live="polite">
            <dt>{texts.status}</dt>
            <dd className={styles.status} data-state={state}>
              {payment ? (texts.statuses[payment.status] ?? payment.status) : error ? texts.unknown : texts.checking}
            </dd>
          </div>
        )}
      </dl>
      {payment?.note && <p>{payment.note}</p>}
      {error !== undefined && !isFetching && (
        <div role="alert" className={styles.failed}>
          <p>{failureText(error, isMissing ? texts.missingStatus : texts.statusFailed)}</p>
          {!isMissing && <Button onClick={again}>{frame.retry}</Button>}
        </div>
      )}
      {!stays && <p className={styles.muted}>{texts.redirect}</p>}
      <p className={styles.links}>
        {isVisitor && !isMissing && (
          <Link to={`/login?next=${encodeURIComponent(pathname + search)}`}>{texts.login}</Link>
        )}
        {(isUnpaid || isMissing) && <Link to="/pricing">{texts.toPricing}</Link>}
        {!isVisitor && <Link to="/dashboard">{texts.toDashboard}</Link>}
      </p>
    </div>
  );
}
