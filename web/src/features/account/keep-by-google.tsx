import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { adoptSession } from '../../app/adopt-session';
import type { Store } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { failureText } from '../../lib/call-gateway';
import { useGoogleLinkControllerKeepMutation } from '../../lib/generated-api';
import { account } from '../../texts/account';
import styles from './account.module.css';
import { erasureTimeOf, KeepAccount } from './keep-account';
import { AFTER_LOGIN } from './next-path.rule';

/** After Google proved the owner of a closed account: asks the server for the time of erasure, and the owner whether to keep the account (ACC-73). */
export function KeepByGoogle() {
  const store = useStore() as Store;
  const toasts = useToasts();
  const navigate = useNavigate();
  const [ask] = useGoogleLinkControllerKeepMutation();
  const begun = useRef(false);
  const [closing, setClosing] = useState<string>();
  const [isOver, setOver] = useState(false);

  const send = useCallback(
    async (keepAccount: boolean) => {
      try {
        const { token, user } = await ask({ body: { keep_account: keepAccount } }).unwrap();
        adoptSession(store, { token, user }, 'press');
        toasts.success(account.login.done);
        await navigate(AFTER_LOGIN, { replace: true });
      } catch (error) {
        const erasedAt = erasureTimeOf(error);
        if (erasedAt !== undefined) return setClosing(erasedAt);
        toasts.error(failureText(error, account.login.failed));
        if (!keepAccount) setOver(true);
      }
    },
    [ask, navigate, store, toasts],
  );
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void send(false);
  }, [send]);

  if (isOver) return null;
  if (closing === undefined)
    return (
      <p role="status" className={styles.muted}>
        {account.keep.asking}
      </p>
    );
  return <KeepAccount erasedAt={closing} onKeep={() => send(true)} onLeave={() => setOver(true)} />;
}
