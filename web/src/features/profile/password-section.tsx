import { Button } from 'antd';
import { userChanged } from '../../app/session';
import { useAppDispatch, useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { type CallFailure, failureText } from '../../lib/call-gateway';
import { usePasswordControllerUpdateMutation } from '../../lib/generated-api';
import { account } from '../../texts/account';
import { profile } from '../../texts/profile';
import { Field } from '../account/field';
import { newPasswordError, repeatError, refusedField } from '../account/field-errors';
import { PasswordStrength } from '../account/password-strength';
import { useForm } from '../account/use-form';
import styles from './profile.module.css';

const EMPTY = { currentPassword: '', password: '', confirmPassword: '' };

/** Changes the password (WEB-23), or sets the first one of a user who signed up with Google (ACC-31). */
export function PasswordSection() {
  const user = useAppSelector((state) => state.session.user);
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const [update] = usePasswordControllerUpdateMutation();
  const form = useForm(EMPTY);
  const hasPassword = user?.has_password !== false;

  const send = async () => {
    const { currentPassword, password, confirmPassword } = form.values;
    const found = {
      currentPassword: hasPassword && !currentPassword ? account.passwordMissing : undefined,
      password: newPasswordError(password),
      confirmPassword: repeatError(password, confirmPassword),
    };
    if (form.showErrors(found)) return;
    try {
      // The first password is set with an empty current one.
      await update({ body: { currentPassword: hasPassword ? currentPassword : '', newPassword: password } }).unwrap();
      for (const name of Object.keys(EMPTY) as (keyof typeof EMPTY)[]) form.field(name).onChange('');
      dispatch(userChanged({ has_password: true }));
      toasts.success(profile.password.saved);
    } catch (error) {
      toasts.error(failureText(error, profile.password.failed));
      const { code, text } = error as CallFailure;
      form.showErrors(code === 'current_password_wrong' ? { currentPassword: text } : refusedField(error));
    }
  };

  return (
    <div className={styles.part}>
      {hasPassword ? (
        <p className={styles.muted}>{profile.password.lead}</p>
      ) : (
        <p className={styles.notice}>
          {user?.google_linked ? profile.password.adviceGoogle : profile.password.adviceOther}
        </p>
      )}
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.onSubmit(send)}>
        {/* Password managers need the user name. */}
        <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        {hasPassword && (
          <Field
            label={profile.password.current}
            type="password"
            autoComplete="current-password"
            {...form.field('currentPassword')}
          />
        )}
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
        <div>
          <Button type="primary" size="large" htmlType="submit" loading={form.isSending}>
            {hasPassword ? profile.password.change : profile.password.set}
          </Button>
        </div>
      </form>
    </div>
  );
}
