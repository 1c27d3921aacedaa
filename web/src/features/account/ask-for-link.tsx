import { Button } from 'antd';
import { useState } from 'react';
import { failureText } from '../../lib/call-gateway';
import { useAuthControllerResendVerificationMutation } from '../../lib/generated-api';
import { account } from '../../texts/account';
import styles from './account.module.css';
import { Field } from './field';
import { emailError } from './field-errors';
import { SandboxMailbox } from './sandbox-mailbox';
import { useForm } from './use-form';

/** Sends a verification link to an address that the user types; the answer is the same for every address. */
export function AskForLink() {
  const [resend] = useAuthControllerResendVerificationMutation();
  const [said, setSaid] = useState<string | null>(null);
  const form = useForm({ email: '' });
  const send = async () => {
    const email = form.values.email.trim();
    if (form.showErrors({ email: emailError(email) })) return;
    try {
      setSaid((await resend({ body: { email } }).unwrap()).message);
    } catch (error) {
      form.showErrors({ email: failureText(error, account.mail.againFailed) });
    }
  };
  if (said !== null) {
    return (
      <>
        <p role="status">{said}</p>
        <SandboxMailbox />
      </>
    );
  }
  return (
    <form ref={form.ref} className={styles.form} noValidate onSubmit={form.onSubmit(send)}>
      <Field label={account.email} type="email" autoComplete="username" maxLength={254} {...form.field('email')} />
      <div>
        <Button htmlType="submit" loading={form.isSending}>
          {account.verify.askAgain}
        </Button>
      </div>
    </form>
  );
}
