import { Button } from 'antd';
import { useState } from 'react';
import { useStore } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { adoptSession, type BroughtSession, type OtherAccount } from '../../app/adopt-session';
import type { Store } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { type CallFailure, failureText } from '../../lib/call-gateway';
import { usePasswordControllerResetMutation } from '../../lib/generated-api';
import { account } from '../../texts/account';
import styles from './account.module.css';
import { Column } from './column';
import { erasureTimeOf, KeepAccount } from './keep-account';
import { Field } from './field';
import { OtherSession } from './other-session';
import { newPasswordError, refusedField, repeatError } from './field-errors';
import { PasswordStrength } from './password-strength';
import { useForm } from './use-form';
import { useTakenQuery } from './use-taken-query';

/**
 * Sets a new password with the link of a mail, and logs in (WEB-10). A missing or used link leads to a new one (WEB-35). For a closed account, it
 * asks whether to keep the account before anything changes (ACC-73).
 */
export function ResetPasswordForm() {
  const token = useTakenQuery().get('token');
  const store = useStore() as Store;
  const toasts = useToasts();
  const navigate = useNavigate();
  const [reset] = usePasswordControllerResetMutation();
  const [isInvalid, setInvalid] = useState(!token);
  const [kept, setKept] = useState<{ brought: BroughtSession; stays: OtherAccount } | null>(null);
  const [closing, setClosing] = useState<string>();
  const form = useForm({ password: '', confirmPassword: '' });

  const send = async (keepAccount = false) => {
    const { password, confirmPassword } = form.values;
    const found = { password: newPasswordError(password), confirmPassword: repeatError(password, confirmPassword) };
    if (!token || form.showErrors(found)) return;
    try {
      const answer = await reset({ body: { token, password, ...(keepAccount && { keep_account: true }) } }).unwrap();
      const brought = { token: answer.token, user: answer.user };
      const stays = adoptSession(store, brought, 'link');
      toasts.success(account.reset.done);
      if (stays) return setKept({ brought, stays });
      await navigate('/dashboard', { replace: true });
    } catch (error) {
      const erasedAt = erasureTimeOf(error);
      if (erasedAt !== undefined) return setClosing(erasedAt);
      setClosing(undefined);
      toasts.error(failureText(error, account.reset.failed));
      form.showErrors(refusedField(error));
      if ((error as CallFailure).code === 'reset_token_invalid') setInvalid(true);
    }
  };

  if (kept) {
    return (
      <Column title={account.reset.title}>
        <OtherSession {...kept} />
      </Column>
    );
  }
  if (closing !== undefined) {
    return (
      <Column title={account.reset.title}>
        <KeepAccount erasedAt={closing} onKeep={() => send(true)} onLeave={() => setClosing(undefined)} />
      </Column>
    );
  }
  if (isInvalid) {
    return (
      <Column title={account.reset.title}>
        <section className={styles.card}>
          <p role="alert">{account.reset.tokenInvalid}</p>
          <p>
            <Link to="/forgot-password">{account.reset.request}</Link>
          </p>
        </section>
      </Column>
    );
  }
  return (
    <Column title={account.reset.title} lead={account.reset.lead}>
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.onSubmit(() => send())}>
        <Field
          label={account.newPassword}
          type="password"
          autoComplete="new-password"
          hint={<PasswordStrength password={form.values.password} />}
          {...form.field('password')}
        />
        <Field
          label={account.confirmPassword}
          type="password"
          autoComplete="new-password"
          {...form.field('confirmPassword')}
        />
        <Button type="primary" size="large" htmlType="submit" block loading={form.isSending}>
          {account.reset.submit}
        </Button>
      </form>
    </Column>
  );
}
