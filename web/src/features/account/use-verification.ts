import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { adoptSession, type BroughtSession, type OtherAccount } from '../../app/adopt-session';
import { type Store, useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { type CallFailure, failureText } from '../../lib/call-gateway';
import {
  type MailedLinkControllerInspectApiResponse,
  useAuthControllerVerifyEmailMutation,
  useLazyMailedLinkControllerInspectQuery,
} from '../../lib/generated-api';
import { account } from '../../texts/account';

export type MailedLink = MailedLinkControllerInspectApiResponse['link'];
export type Verification =
  | { step: 'loading' }
  | { step: 'asks'; link: MailedLink }
  | { step: 'done'; email: string }
  | { step: 'another'; brought: BroughtSession; stays: OtherAccount }
  | { step: 'already' }
  | { step: 'failed'; error: unknown }
  | { step: 'missing' };

/**
 * Looks at what a verification link is about, which changes nothing, and uses it once: at once in the browser that registered the address,
 * in any other one when `press` is called (WEB-39). Then it keeps the session that it brings (WEB-10, WEB-38). It waits until the session of
 * before is checked: a change of e-mail counts only together with it, and its late answer must not cover the new one.
 */
export function useVerification(token: string | null) {
  const store = useStore() as Store;
  const toasts = useToasts();
  const isChecking = useAppSelector((state) => state.session.status === 'loading');
  const [look] = useLazyMailedLinkControllerInspectQuery();
  const [verify] = useAuthControllerVerifyEmailMutation();
  const [verification, setVerification] = useState<Verification>({ step: token ? 'loading' : 'missing' });
  const begun = useRef(false);
  const wasPressed = useRef(false);

  const fail = useCallback(
    (error: unknown) => {
      if ((error as CallFailure).code === 'email_already_verified') return setVerification({ step: 'already' });
      toasts.error(failureText(error, account.verify.failed));
      setVerification({ step: 'failed', error });
    },
    [toasts],
  );

  const send = useCallback(async () => {
    if (!token) return;
    setVerification({ step: 'loading' });
    try {
      const answer = await verify({ body: { token } }).unwrap();
      const brought = { token: answer.token, user: answer.user };
      const stays = adoptSession(store, brought, 'link');
      toasts.success(account.verify.done);
      setVerification(stays ? { step: 'another', brought, stays } : { step: 'done', email: answer.user.email });
    } catch (error) {
      fail(error);
    }
  }, [fail, store, toasts, token, verify]);

  const begin = useCallback(async () => {
    if (!token) return;
    if (wasPressed.current) return send();
    setVerification({ step: 'loading' });
    try {
      const { link } = await look({ token }).unwrap();
      if (link.state === 'verified') setVerification({ step: 'already' });
      else if (link.same_browser) await send();
      else setVerification({ step: 'asks', link });
    } catch (error) {
      fail(error);
    }
  }, [fail, look, send, token]);

  useEffect(() => {
    if (isChecking || begun.current) return;
    begun.current = true;
    // A session that was refused just now is forgotten after this very turn, which would cancel the call and leave the link spent.
    window.setTimeout(() => void begin());
  }, [isChecking, begin]);

  const press = () => {
    wasPressed.current = true;
    void send();
  };
  return { verification, press, retry: () => void begin() };
}
