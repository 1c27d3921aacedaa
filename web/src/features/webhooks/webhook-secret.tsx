import { Button } from 'antd';
import { useToasts } from '../../app/toasts';
import { CopyButton } from '../../components/copy-button';
import { webhooks as texts } from '../../texts/webhooks';
import styles from './webhooks.module.css';

/** A new signing secret, until its owner closes the card: the server never shows it again (HOOK-4). */
export function WebhookSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const toasts = useToasts();
  return (
    <section className={styles.notice} aria-label={texts.secretTitle}>
      <h3>{texts.secretTitle}</h3>
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
