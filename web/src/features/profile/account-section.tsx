import { Button } from 'antd';
import { useEffect } from 'react';
import { type User, userChanged } from '../../app/session';
import { useAppDispatch, useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { failureText } from '../../lib/call-gateway';
import { day } from '../../lib/figures';
import { useProfileControllerUpdateMutation } from '../../lib/generated-api';
import { account } from '../../texts/account';
import { profile } from '../../texts/profile';
import { Field } from '../account/field';
import { emailError, refusedField } from '../account/field-errors';
import { useForm } from '../account/use-form';
import { GoogleIdentities } from './google-identities';
import styles from './profile.module.css';

/** Name and e-mail (WEB-23). A new e-mail waits until it is verified (ACC-25). */
export function AccountSection() {
  const user = useAppSelector((state) => state.session.user);
  return user && <AccountForm user={user} />;
}

function AccountForm({ user }: { user: User }) {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const [update] = useProfileControllerUpdateMutation();
  // The pending address stays in the field: saving the old one would end its change.
  const shownEmail = user.pending_email ?? user.email;
  const form = useForm({ name: user.name, email: shownEmail });
  const { onChange: showEmail } = form.field('email');
  // Depends on the address, not on the form.
  useEffect(() => showEmail(shownEmail), [shownEmail]);

  const save = async (name: string, email: string) => {
    try {
      const { data } = await update({ body: { name, email } }).unwrap();
      // An absent key is set explicitly, or an old one would stay.
      dispatch(userChanged({ ...data, apiKey: data.apiKey }));
      toasts.success(profile.account.saved);
    } catch (error) {
      toasts.error(failureText(error, profile.account.failed));
      form.refuse(refusedField(error));
    }
  };
  const send = async () => {
    const [name, email] = [form.values.name.trim(), form.values.email.trim()];
    if (form.refuse({ name: name ? undefined : account.nameMissing, email: emailError(email) })) return;
    await save(name, email);
  };

  return (
    <div className={styles.part}>
      {user.pending_email && (
        <div className={styles.notice} role="status">
          <p>
            <strong>{profile.account.pending(user.pending_email)}</strong>
          </p>
          <p>{profile.account.pendingHow(user.email)}</p>
          <Button disabled={form.isSending} onClick={form.onSubmit(() => save(user.name, user.email))}>
            {profile.account.keep(user.email)}
          </Button>
        </div>
      )}
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.onSubmit(send)}>
        <Field label={account.name} autoComplete="name" maxLength={100} {...form.field('name')} />
        <Field
          label={account.email}
          type="email"
          autoComplete="email"
          maxLength={254}
          hint={profile.account.emailHint}
          {...form.field('email')}
        />
        <div>
          <Button type="primary" size="large" htmlType="submit" loading={form.isSending}>
            {profile.account.save}
          </Button>
        </div>
      </form>
      {user.created_at && <p className={styles.muted}>{profile.account.since(day(user.created_at))}</p>}
      {user.google_linked && <GoogleIdentities />}
    </div>
  );
}
