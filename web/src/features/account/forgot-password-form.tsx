import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useToasts } from '../../app/toasts';
import { failureText } from '../../lib/call-gateway';
import { usePasswordControllerForgotMutation } from '../../lib/generated-api';
import { account } from '../../texts/account';
import styles from './account.module.css';
import { Column } from './column';
import { Field } from './field';
import { emailError, refusedField } from './field-errors';
import { SandboxMailbox } from './sandbox-mailbox';
import { useForm } from './use-form';

/** Requests a link to set a new password. The message afterwards is the same for every address (WEB-37, ACC-13). */
export function ForgotPasswordForm() {
  const toasts = useToasts();
  const [forgot] = usePasswordControllerForgotMutation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ email: '' });

  const send = async () => {
    const email = form.values.email.trim();
    if (form.showErrors({ email: emailError(email) })) return;
    try {
      await forgot({ body: { email } }).unwrap();
      toasts.success(account.forgot.done);
      setSentTo(email);
    } catch (error) {
      toasts.error(failureText(error, account.forgot.failed));
      form.showErrors(refusedField(error));
    }
  };

  if (sentTo !== null) {
    return (
      <Column title={account.mail.title}>
        <section className={styles.card}>
          <p className={styles.address} role="status">
            {account.forgot.sent(sentTo)}
          </p>
          <SandboxMailbox />
          <div>
            <Button onClick={() => setSentTo(null)}>{account.forgot.other}</Button>
          </div>
        </section>
        <p>
          <Link to="/login">{account.toLogin}</Link>
        </p>
      </Column>
    );
  }
  return (
    <Column title={account.forgot.title} lead={account.forgot.lead}>
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.onSubmit(send)}>
        <Field label={account.email} type="email" autoComplete="username" maxLength={254} {...form.field('email')} />
        <Button type="primary" size="large" htmlType="submit" block loading={form.isSending}>
          {account.forgot.submit}
        </Button>
      </form>
      <p>
        <Link to="/login">{account.toLogin}</Link>
      </p>
    </Column>
  );
}
