import { Button } from 'antd';
import { useState } from 'react';
import { useStore } from 'react-redux';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { adoptSession } from '../../app/adopt-session';
import type { Store } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { type CallFailure, failureText } from '../../lib/call-gateway';
import { useAuthControllerLoginMutation } from '../../lib/generated-api';
import { account } from '../../texts/account';
import styles from './account.module.css';
import { registeredBefore } from './after-registration.rule';
import { loginReason } from './led-to-login.rule';
import { erasureTimeOf, KeepAccount } from './keep-account';
import { KeepByGoogle } from './keep-by-google';
import { LinkGoogle } from './link-google';
import { Column } from './column';
import { Field } from './field';
import { emailError, refusedField } from './field-errors';
import { GoogleButton } from './google-button';
import { MailSentCard } from './mail-sent-card';
import { nextPath } from './next-path.rule';
import { ResendLink } from './resend-link';
import { SandboxMailbox } from './sandbox-mailbox';
import { useForm } from './use-form';

/**
 * Logs in and opens the requested page (WEB-16). An unverified user can request the mail again; the owner of a closed account is asked whether to
 * keep it.
 */
export function LoginForm() {
  const store = useStore() as Store;
  const toasts = useToasts();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const registered = registeredBefore(state);
  const led = loginReason(state);
  const [login] = useAuthControllerLoginMutation();
  const [unverified, setUnverified] = useState<string | null>(null);
  const [closing, setClosing] = useState<string>();
  const form = useForm({ email: registered?.email ?? '', password: '' });

  const send = async (keepAccount = false) => {
    const email = form.values.email.trim();
    const { password } = form.values;
    setUnverified(null);
    const found = { email: emailError(email), password: password ? undefined : account.passwordMissing };
    if (form.showErrors(found)) return;
    try {
      const { token, user } = await login({
        body: { email, password, ...(keepAccount && { keep_account: true }) },
      }).unwrap();
      adoptSession(store, { token, user }, 'press');
      toasts.success(account.login.done);
      await navigate(nextPath(search), { replace: true });
    } catch (error) {
      const erasedAt = erasureTimeOf(error);
      if (erasedAt !== undefined) return setClosing(erasedAt);
      setClosing(undefined);
      toasts.error(failureText(error, account.login.failed));
      form.showErrors(refusedField(error));
      if ((error as CallFailure).code === 'email_not_verified') setUnverified(email);
    }
  };

  if (closing !== undefined)
    return (
      <Column title={account.login.title}>
        <KeepAccount erasedAt={closing} onKeep={() => send(true)} onLeave={() => setClosing(undefined)} />
      </Column>
    );
  return (
    <Column title={account.login.title}>
      {registered && <MailSentCard registered={registered} />}
      {led === 'verified' && (
        <p className={styles.card} role="status">
          {account.verify.already}
        </p>
      )}
      {led === 'google-password' && <LinkGoogle />}
      {led === 'google-closing' && <KeepByGoogle />}
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.onSubmit(() => send())}>
        <Field label={account.email} type="email" autoComplete="username" maxLength={254} {...form.field('email')} />
        <Field
          label={account.password}
          type="password"
          autoComplete="current-password"
          maxLength={128}
          {...form.field('password')}
        />
        {unverified !== null && (
          <section className={styles.card} role="group" aria-label={account.mail.again}>
            <p>{account.mail.unverified}</p>
            <SandboxMailbox />
            <div>
              <ResendLink email={unverified} />
            </div>
          </section>
        )}
        <Button type="primary" size="large" htmlType="submit" block loading={form.isSending}>
          {account.login.submit}
        </Button>
      </form>
      <GoogleButton />
      <p className={styles.beside}>
        <Link to="/forgot-password">{account.login.forgot}</Link>
        <span>
          {account.login.noAccount} <Link to="/register">{account.login.signUp}</Link>
        </span>
      </p>
    </Column>
  );
}
