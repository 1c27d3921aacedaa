import { Button } from 'antd';
import { useState } from 'react';
import { useToasts } from '../../app/toasts';
import type { CallFailure } from '../../lib/call-gateway';
import { moment } from '../../lib/figures';
import { account } from '../../texts/account';
import styles from './account.module.css';

/**
 * Reads from a refused call when its closed account will be erased (ISO time). Empty when the server named no time; undefined for any other
 * refusal.
 */
export function erasureTimeOf(error: unknown): string | undefined {
  const { code, erasedAt } = (error ?? {}) as Partial<CallFailure>;
  return code === 'account_closing' ? (erasedAt ?? '') : undefined;
}

interface Props {
  erasedAt: string;
  /** Repeats the refused request with the owner's decision. */
  onKeep: () => Promise<unknown>;
  onLeave: () => void;
}

/** Asks whether a closed account is to be kept, before anything changes (ACC-73, ACC-74). */
export function KeepAccount({ erasedAt, onKeep, onLeave }: Props) {
  const toasts = useToasts();
  const [isSending, setSending] = useState(false);
  const keep = () => {
    setSending(true);
    void onKeep().finally(() => setSending(false));
  };
  const leave = () => {
    toasts.info(account.keep.left);
    onLeave();
  };
  return (
    <section className={styles.card} aria-labelledby="keep-account">
      <h2 id="keep-account">{account.keep.title}</h2>
      <p role="alert">{account.keep.question(moment(erasedAt))}</p>
      <p>{account.keep.also}</p>
      <div className={styles.choice}>
        <Button type="primary" loading={isSending} onClick={keep}>
          {account.keep.keep}
        </Button>
        <Button disabled={isSending} onClick={leave}>
          {account.keep.leave}
        </Button>
      </div>
    </section>
  );
}
