import { Button } from 'antd';
import { useState } from 'react';
import { moment } from '../../lib/figures';
import { webhooks as texts } from '../../texts/webhooks';
import { ManageWebhook } from './manage-webhook';
import type { ManagedWebhook } from './webhook';
import styles from './webhooks.module.css';

/** A webhook: its address, its state and, when opened, its actions. */
export function WebhookRow({ webhook, ...told }: ManagedWebhook) {
  const [isOpen, setOpen] = useState(false);
  const {
    url,
    events,
    enabled,
    disabled_reason: reason,
    failing_since: since,
    old_secret_valid_until: until,
  } = webhook;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <div className={styles.what}>
          <span className={styles.label}>{url}</span>
          <span className={styles.small}>{events.join(', ')}</span>
          {since && enabled && <span className={styles.small}>{texts.failingSince(moment(since))}</span>}
          {until && <span className={styles.small}>{texts.overlap(moment(until))}</span>}
        </div>
        <span className={enabled ? (since ? styles.warn : styles.good) : styles.bad}>
          {enabled ? texts.states.enabled : (texts.states[reason ?? 'owner'] ?? texts.states.owner)}
        </span>
        <Button
          aria-expanded={isOpen}
          aria-label={isOpen ? texts.close : texts.manageOf(url)}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.close : texts.open}
        </Button>
      </div>
      {isOpen && <ManageWebhook webhook={webhook} {...told} />}
    </li>
  );
}
