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
/** The state of the page: what it shows, and what it needs for that. */
export type Verification =
  | { step: 'loading' }
  | { step: 'asks'; link: MailedLink }
  | { step: 'done'; email: string }
  | { step: 'another'; brought: BroughtSession; stays: OtherAccount }
  | { step: 'already' }
  | { step: 'failed'; error: unknown }
  | { step: 'missing' };

/**
 * Asks what a verification link is about, which changes nothing, and then uses the link once: immediately in the browser that registered
 * the address, in any other one when `press` is called (WEB-39). Then it keeps the session of the answer (WEB-10, WEB-38). It first waits
 * until the present session was checked: a change of e-mail needs that session, and a late answer about it must not replace the new one.
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
    // A session that was just refused is forgotten after this turn of the event loop. That would cancel a call made now and leave the link
    // used up.
    window.setTimeout(() => void begin());
  }, [isChecking, begin]);

  const press = () => {
    wasPressed.current = true;
    void send();
  };
  return { verification, press, retry: () => void begin() };
}
