import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useToasts } from '../../app/toasts';
import { CopyButton } from '../../components/copy-button';
import { webhooks as texts } from '../../texts/webhooks';
import styles from './webhooks.module.css';

/** A new signing secret, until its owner closes the card: the server never shows it again (HOOK-4). */
export function WebhookSecret({ url, secret, onDone }: { url: string; secret: string; onDone: () => void }) {
  const toasts = useToasts();
  const card = useRef<HTMLElement>(null);
  // The pressed button may be far below.
  useEffect(() => card.current?.focus(), []);
  return (
    <section ref={card} tabIndex={-1} className={styles.notice} aria-label={texts.secretTitle}>
      <h3>{texts.secretTitle}</h3>
      <p className={styles.small}>{texts.secretOf(url)}</p>
      <p>{texts.secretText}</p>
      <code className={styles.secret} data-testid="webhook-secret">
        {secret}
      </code>
      <div className={styles.buttons}>
        <CopyButton type="primary" text={secret} label={texts.copy} onFailed={() => toasts.error(texts.copyFailed)} />
        <Button onClick={onDone}>{texts.done}</Button>
      </div>
    </section>
  );
}
