import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { failureText } from '../../lib/call-gateway';
import { useUnsubscribeControllerUnsubscribeMutation } from '../../lib/generated-api';
import { account } from '../../texts/account';
import styles from './account.module.css';
import { Column } from './column';
import { useForm } from './use-form';
import { useTakenQuery } from './use-taken-query';

/** Stops one kind of mail. Only a press of the button does so, because programs that scan mails open every link (API-22). */
export function Unsubscribing() {
  const token = useTakenQuery().get('token');
  const [unsubscribe] = useUnsubscribeControllerUnsubscribeMutation();
  const [said, setSaid] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({});

  const send = async () => {
    if (!token) return;
    setFailure(null);
    try {
      setSaid((await unsubscribe({ body: { token } }).unwrap()).message);
    } catch (error) {
      setFailure(failureText(error, account.unsubscribe.failed));
    }
  };

  if (!token) return <Column title={account.unsubscribe.title} lead={account.unsubscribe.tokenMissing} />;
  return (
    <Column title={account.unsubscribe.title} lead={said === null ? account.unsubscribe.lead : undefined}>
      {said === null ? (
        <form className={styles.form} onSubmit={form.onSubmit(send)}>
          <Button type="primary" size="large" htmlType="submit" loading={form.isSending}>
            {account.unsubscribe.submit}
          </Button>
        </form>
      ) : (
        <p role="status">{said}</p>
      )}
      {failure !== null && (
        <p role="alert" className={styles.error}>
          {failure}
        </p>
      )}
      <p>
        <Link to="/profile">{account.unsubscribe.all}</Link>
      </p>
    </Column>
  );
}
