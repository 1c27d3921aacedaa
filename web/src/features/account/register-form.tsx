import { Button } from 'antd';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useToasts } from '../../app/toasts';
import { failureText } from '../../lib/call-gateway';
import { useAuthControllerRegisterMutation } from '../../lib/generated-api';
import { account } from '../../texts/account';
import styles from './account.module.css';
import type { Registered } from './after-registration.rule';
import { Column } from './column';
import { Field } from './field';
import { emailError, newPasswordError, refusedField, repeatError } from './field-errors';
import { PasswordStrength } from './password-strength';
import { useForm } from './use-form';

/** Registers an account, then opens /login, which names the address of the mail (WEB-15). */
export function RegisterForm() {
  const toasts = useToasts();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [register] = useAuthControllerRegisterMutation();
  const form = useForm({
    name: '',
    email: '',
    password: '',
    confirmPassword: '',
    referralCode: query.get('ref') ?? '',
  });

  const send = async () => {
    const { password, confirmPassword } = form.values;
    const [name, email, code] = [form.values.name, form.values.email, form.values.referralCode].map((one) =>
      one.trim(),
    );
    const found = {
      name: name ? undefined : account.nameMissing,
      email: emailError(email),
      password: newPasswordError(password),
      confirmPassword: repeatError(password, confirmPassword),
    };
    if (form.showErrors(found)) return;
    try {
      const answer = await register({
        body: { name, email, password, ...(code && { referral_code: code }) },
      }).unwrap();
      const registered: Registered = { email, referralApplied: code ? answer.referral_applied : null };
      toasts.success(account.register.done);
      await navigate('/login', { state: { registered } });
    } catch (error) {
      toasts.error(failureText(error, account.register.failed));
      form.showErrors(refusedField(error));
    }
  };

  return (
    <Column title={account.register.title} lead={account.register.lead}>
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.onSubmit(send)}>
        <Field label={account.name} autoComplete="name" maxLength={100} {...form.field('name')} />
        <Field label={account.email} type="email" autoComplete="username" maxLength={254} {...form.field('email')} />
        <Field
          label={account.password}
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
        <Field label={account.referralCode} autoComplete="off" maxLength={100} {...form.field('referralCode')} />
        <Button type="primary" size="large" htmlType="submit" block loading={form.isSending}>
          {account.register.submit}
        </Button>
      </form>
      <p>
        {account.register.hasAccount} <Link to="/login">{account.toLogin}</Link>
      </p>
    </Column>
  );
}
