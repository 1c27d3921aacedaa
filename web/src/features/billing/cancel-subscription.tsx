import { Modal } from 'antd';
import { useState } from 'react';
import { useToasts } from '../../app/toasts';
import { failureText } from '../../lib/call-gateway';
import { useSubscriptionControllerCancelMutation } from '../../lib/generated-api';
import { billing } from '../../texts/billing';
import styles from './cancel-subscription.module.css';

/** Ends the reminders and the plan at its end, after a question; on the dashboard and in the Billing section (WEB-23). */
export function CancelSubscription({ until }: { until: string | null }) {
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  const [cancel, { isLoading }] = useSubscriptionControllerCancelMutation();

  const end = async () => {
    try {
      const { message } = await cancel().unwrap();
      toasts.success(message || billing.cancelled);
      setOpen(false);
    } catch (error) {
      toasts.error(failureText(error, billing.cancelFailed));
    }
  };

  return (
    <>
      <button type="button" className={styles.cancel} onClick={() => setOpen(true)}>
        {billing.cancel}
      </button>
      <Modal
        open={isOpen}
        title={billing.cancelTitle}
        okText={billing.cancel}
        cancelText={billing.keep}
        okButtonProps={{ danger: true, disabled: isLoading }}
        confirmLoading={isLoading}
        onOk={() => void end()}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <p>{billing.cancelText(until)}</p>
      </Modal>
    </>
  );
}
