import { PaymentHistory } from './payment-history';
import { SubscriptionPanel } from './subscription-panel';
import { WalletStatement } from './wallet-statement';
import styles from './billing.module.css';

/** Subscription, payments and wallet, for /profile (WEB-23). */
export function BillingSection() {
  return (
    <div className={styles.section}>
      <SubscriptionPanel />
      <PaymentHistory />
      <WalletStatement />
    </div>
  );
}
