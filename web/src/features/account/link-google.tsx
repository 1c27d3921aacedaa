import { Button } from 'antd';
import { useState } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { adoptSession } from '../../app/adopt-session';
import type { Store } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { type CallFailure, failureText } from '../../lib/call-gateway';
import { useGoogleLinkControllerLinkMutation } from '../../lib/generated-api';
import { account } from '../../texts/account';
import styles from './account.module.css';
import { Field } from './field';
import { erasureTimeOf, KeepAccount } from './keep-account';
import { AFTER_LOGIN } from './next-path.rule';
import { useForm } from './use-form';

const texts = account.linkGoogle;

/** Asks once for the password of the account that has the e-mail of a Google account, and links the two (ACC-62). */
export function LinkGoogle() {
  const store = useStore() as Store;
  const toasts = useToasts();
  const navigate = useNavigate();
  const [link] = useGoogleLinkControllerLinkMutation();
  const [closing, setClosing] = useState<string>();
  const form = useForm({ linkPassword: '' });

  const send = async (keepAccount = false) => {
    const { linkPassword: password } = form.values;
    if (form.showErrors({ linkPassword: password ? undefined : account.passwordMissing })) return;
    try {
      const { token, user } = await link({ body: { password, ...(keepAccount && { keep_account: true }) } }).unwrap();
      adoptSession(store, { token, user }, 'press');
      toasts.success(account.login.done);
      await navigate(AFTER_LOGIN, { replace: true });
    } catch (error) {
      const erasedAt = erasureTimeOf(error);
      if (erasedAt !== undefined) return setClosing(erasedAt);
      setClosing(undefined);
      toasts.error(failureText(error, texts.failed));
      const { code, text } = error as CallFailure;
      if (code === 'current_password_wrong') form.showErrors({ linkPassword: text });
    }
  };

  if (closing !== undefined)
    return <KeepAccount erasedAt={closing} onKeep={() => send(true)} onLeave={() => setClosing(undefined)} />;
  return (
    <section className={styles.card} aria-labelledby="link-google">
      <h2 id="link-google">{texts.title}</h2>
      <p>{texts.lead}</p>
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.onSubmit(() => send())}>
        <Field
          label={texts.password}
          type="password"
          autoComplete="current-password"
          maxLength={128}
          {...form.field('linkPassword')}
        />
        <Button type="primary" htmlType="submit" loading={form.isSending}>
          {texts.submit}
        </Button>
      </form>
    </section>
  );
}
