import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { beginSession } from '../../app/check-session';
import { type Store, useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { failureText } from '../../lib/call-gateway';
import { useAuthControllerVerifyEmailMutation } from '../../lib/generated-api';
import { account } from '../../texts/account';

export type Verification =
  { step: 'loading' } | { step: 'done'; email: string } | { step: 'failed'; error: unknown } | { step: 'missing' };

/**
 * Sends the token of a verification link once, and keeps the session that it brings (WEB-10). It waits until the session of before is
 * checked: a change of e-mail counts only together with it, and its late answer must not cover the new one.
 */
export function useVerification(token: string | null): { verification: Verification; retry: () => void } {
  const store = useStore() as Store;
  const toasts = useToasts();
  const isChecking = useAppSelector((state) => state.session.status === 'loading');
  const [verify] = useAuthControllerVerifyEmailMutation();
  const [verification, setVerification] = useState<Verification>({ step: token ? 'loading' : 'missing' });
  const begun = useRef(false);

  const send = useCallback(async () => {
    if (!token) return;
    setVerification({ step: 'loading' });
    try {
      const answer = await verify({ body: { token } }).unwrap();
      beginSession(store, answer.token, answer.user);
      toasts.success(account.verify.done);
      setVerification({ step: 'done', email: answer.user.email });
    } catch (error) {
      toasts.error(failureText(error, account.verify.failed));
      setVerification({ step: 'failed', error });
    }
  }, [store, toasts, token, verify]);

  useEffect(() => {
    if (isChecking || begun.current) return;
    begun.current = true;
    // A session that was refused just now is forgotten after this very turn, which would cancel the call and leave the link spent.
    window.setTimeout(() => void send());
  }, [isChecking, send]);

  return { verification, retry: () => void send() };
}
