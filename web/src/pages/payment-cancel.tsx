import { Link } from 'react-router-dom';
import { PageTitle } from '../components/page-title';
import styles from '../features/payment/payment.module.css';
import { payment } from '../texts/pricing';

/** Shown after a cancelled checkout (WEB-21). */
export default function Page() {
  return (
    <div className={styles.card}>
      <PageTitle title={payment.cancelTitle} />
      <p>{payment.cancel}</p>
      <p className={styles.links}>
        <Link to="/pricing">{payment.toPricing}</Link>
        <Link to="/dashboard">{payment.toDashboard}</Link>
      </p>
    </div>
  );
}
