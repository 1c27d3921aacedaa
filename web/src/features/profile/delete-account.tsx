import { Button, Modal, Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { type CallFailure, failureText } from '../../lib/call-gateway';
import {
  useAccountControllerCloseMutation,
  useInfoControllerInfoQuery,
  useSubscriptionControllerMyPlanQuery,
} from '../../lib/generated-api';
import { dropSessionToken } from '../../lib/session-token';
import { account } from '../../texts/account';
import { profile } from '../../texts/profile';
import { Field } from '../account/field';
import { useForm } from '../account/use-form';
import { ClosedAccount } from './closed-account';
import { forfeitedBy } from './forfeited';
import styles from './profile.module.css';

const texts = profile.data;

/**
 * Asks for confirmation, shows what is lost, and requires proof: the password, or a fresh Google sign-in (ACC-33). The page does not know whether
 * the sign-in is fresh, so an account with both may leave the password empty, and the server decides.
 */
export function DeleteAccount({ onKeep }: { onKeep: () => void }) {
  const user = useAppSelector((state) => state.session.user);
  const toasts = useToasts();
  const subscription = useSubscriptionControllerMyPlanQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: info } = useInfoControllerInfoQuery();
  const [close, { data: closed, error }] = useAccountControllerCloseMutation();
  const form = useForm({ password: '' });
  const hasPassword = user?.has_password === true;
  const hasGoogle = user?.google_linked === true && info?.sign_in.includes('google') === true;
  const needsSignIn = (error as CallFailure | undefined)?.code === 'fresh_sign_in_required';

  const end = async () => {
    const { password } = form.values;
    if (!hasGoogle && form.showErrors({ password: password ? undefined : account.passwordMissing })) return;
    try {
      await close({ body: password ? { password } : {} }).unwrap();
      // The server has ended the session; the page stays to show until when the account can be kept.
      dropSessionToken();
    } catch (failure) {
      const { code, text } = failure as CallFailure;
      if (code === 'fresh_sign_in_required') return;
      // Without a password, the refusal means that the sign-in is not fresh. Only a user who set a password elsewhere sees no field for that text.
      if (code !== 'current_password_wrong' || password || !hasPassword)
        toasts.error(failureText(failure, texts.failed));
      if (code === 'current_password_wrong') form.showErrors({ password: password ? text : texts.passwordOrSignIn });
    }
  };

  if (closed) return <ClosedAccount erasedAt={closed.erased_at} />;
  return (
    <Modal open title={texts.question} footer={null} onCancel={form.isSending ? undefined : onKeep} destroyOnHidden>
      <form ref={form.ref} className={styles.dialog} noValidate onSubmit={form.onSubmit(end)}>
        <div>
          <h3>{texts.forfeitTitle}</h3>
          {subscription.isFetching ? (
            <Skeleton active title={false} paragraph={{ rows: 2 }} />
          ) : (
            <ul>
              {forfeitedBy(subscription.data?.subscription ?? null, user?.wallet_balance ?? null).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </div>
        <p>{texts.cancels}</p>
        {hasPassword && (
          <Field label={texts.password} type="password" autoComplete="current-password" {...form.field('password')} />
        )}
        {hasGoogle && (
          <div>
            <p className={needsSignIn ? styles.error : undefined} role={needsSignIn ? 'alert' : undefined}>
              {needsSignIn ? `${failureText(error, '')} ` : ''}
              {hasPassword ? texts.orGoogle : texts.google}
            </p>
            <a href="/api/auth/google">{texts.signIn}</a>
          </div>
        )}
        {!hasPassword && !hasGoogle && (
          <p>
            {texts.noProof} <Link to="/profile?tab=password">{texts.setPassword}</Link>
          </p>
        )}
        <div className={styles.end}>
          <Button disabled={form.isSending} onClick={onKeep}>
            {texts.keep}
          </Button>
          {(hasPassword || hasGoogle) && (
            <Button danger type="primary" htmlType="submit" loading={form.isSending}>
              {texts.confirm}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  );
}
