import { useToasts } from '../../app/toasts';
import { billing } from '../../texts/billing';
import { useReceiptPageMutation } from './api';
import styles from './billing.module.css';
import { openPageOf } from './open-page-of';

/** The link to a payment's receipt; a dash when it has none (PAY-54). */
export function Receipt({ payment, number }: { payment: string; number: string | null }) {
  const toasts = useToasts();
  const [load, { isLoading }] = useReceiptPageMutation();
  if (number === null) return billing.none;
  const open = async () => {
    try {
      if (!(await openPageOf(() => load(payment).unwrap()))) toasts.error(billing.receiptBlocked);
    } catch {
      toasts.error(billing.receiptFailed);
    }
  };
  return (
    <button
      type="button"
      className={styles.receipt}
      aria-label={billing.receipt(number)}
      disabled={isLoading}
      onClick={() => void open()}
    >
      {number}
    </button>
  );
}
