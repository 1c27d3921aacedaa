import { Button } from 'antd';
import { useRef, useState } from 'react';
import { failureText } from '../../lib/call-gateway';
import { useAuthControllerResendVerificationMutation } from '../../lib/generated-api';
import { account } from '../../texts/account';
import styles from './account.module.css';

/** Sends the verification mail again, and shows the server's answer, which is the same for every address. */
export function ResendLink({ email }: { email: string }) {
  const [resend] = useAuthControllerResendVerificationMutation();
  const [said, setSaid] = useState('');
  const [isSending, setSending] = useState(false);
  const sending = useRef(false);
  const send = async () => {
    if (sending.current) return;
    sending.current = true;
    setSending(true);
    try {
      setSaid((await resend({ body: { email } }).unwrap()).message);
    } catch (error) {
      setSaid(failureText(error, account.mail.againFailed));
    }
    sending.current = false;
    setSending(false);
  };
  return (
    <>
      <Button onClick={() => void send()} loading={isSending}>
        {account.mail.again}
      </Button>
      <p className={styles.said} role="status">
        {said}
      </p>
    </>
  );
}
