import { Button } from 'antd';
import { useLayoutEffect, useRef } from 'react';
import { type User, userChanged } from '../../app/session';
import { useAppDispatch, useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { failureText } from '../../lib/call-gateway';
import { day } from '../../lib/figures';
import { useLazyAuthControllerMeQuery, useProfileControllerUpdateMutation } from '../../lib/generated-api';
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

/** The pending address stays in the field: saving the old one would end its change. */
const emailOf = (user: User) => user.pending_email ?? user.email;

/** Keeps a field at the saved value, which another tab may change, until the user edits it. The page never shows the former value together with the new notice. */
function useFollowing({ value, onChange }: { value: string; onChange: (value: string) => void }, saved: string) {
  const before = useRef(saved);
  useLayoutEffect(() => {
    if (value.trim() === before.current) onChange(saved);
    before.current = saved;
    // Depends on the saved value, not on what is typed.
  }, [saved]);
}

function AccountForm({ user }: { user: User }) {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const [update] = useProfileControllerUpdateMutation();
  const [readUser] = useLazyAuthControllerMeQuery();
  const saved = { name: user.name, email: emailOf(user) };
  const form = useForm(saved);
  const typed = useRef(form.values);
  typed.current = form.values;
  useFollowing(form.field('name'), saved.name);
  useFollowing(form.field('email'), saved.email);

  /**
   * Saves what `changed` makes of the user as it is now, because another tab may have changed what this form did not (ACC-25). Returns the saved
   * user; undefined after a failure.
   */
  const save = async (changed: (now: User) => { name: string; email: string }) => {
    try {
      const { user: now } = await readUser().unwrap();
      const { data } = await update({ body: changed(now) }).unwrap();
      // An absent key is set explicitly, or an old one would stay.
      dispatch(userChanged({ ...data, apiKey: data.apiKey }));
      toasts.success(profile.account.saved);
      return data;
    } catch (error) {
      toasts.error(failureText(error, profile.account.failed));
      form.showErrors(refusedField(error));
      return undefined;
    }
  };
  const send = async () => {
    const [name, email] = [form.values.name.trim(), form.values.email.trim()];
    if (form.showErrors({ name: name ? undefined : account.nameMissing, email: emailError(email) })) return;
    const data = await save((now) => ({
      name: name === saved.name ? now.name : name,
      email: email === saved.email ? emailOf(now) : email,
    }));
    if (!data) return;
    // The server may write them in another way. What was typed meanwhile stays.
    if (typed.current.name.trim() === name) form.field('name').onChange(data.name);
    if (typed.current.email.trim() === email) form.field('email').onChange(emailOf(data));
  };

  return (
    <div className={styles.part}>
      {user.pending_email && (
        <div className={styles.notice} role="status">
          <p>
            <strong>{profile.account.pending(user.pending_email)}</strong>
          </p>
          <p>{profile.account.pendingHow(user.email)}</p>
          <Button
            disabled={form.isSending}
            onClick={form.onSubmit(async () => {
              await save(({ name }) => ({ name, email: user.email }));
            })}
          >
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
