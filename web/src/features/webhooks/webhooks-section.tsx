import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useToasts } from '../../app/toasts';
import { EmptyLine } from '../../components/empty-line';
import { Unreachable } from '../../components/unreachable';
import { failureText } from '../../lib/call-gateway';
import {
  useOutgoingWebhooksControllerCreateMutation,
  useOutgoingWebhooksControllerListQuery,
} from '../../lib/generated-api';
import { webhooks as texts } from '../../texts/webhooks';
import { WebhookForm, type WebhookWish } from './webhook-form';
import { WebhookRow } from './webhook-row';
import { WebhookSecret } from './webhook-secret';
import styles from './webhooks.module.css';

const MOST_WEBHOOKS = 5;

/** The addresses to which the account's events are sent (HOOK-16). */
export function WebhooksSection() {
  const { data, isError, isFetching, refetch } = useOutgoingWebhooksControllerListQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  if (isError && !isFetching) return <Unreachable text={texts.loadFailed} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const reload = () => void refetch();
  return (
    <div className={styles.part}>
      <p className={styles.muted}>
        {texts.lead} <Link to="/docs?tab=examples#webhooks">{texts.docs}</Link>
      </p>
      {data.webhooks.length > 0 ? (
        <ul className={styles.rows}>
          {data.webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onChanged={reload} />
          ))}
        </ul>
      ) : (
        <div className={styles.wide}>
          <EmptyLine text={texts.none} />
        </div>
      )}
      {data.webhooks.length < MOST_WEBHOOKS ? (
        <AddWebhook onAdded={reload} />
      ) : (
        <p className={styles.muted}>{texts.most}</p>
      )}
    </div>
  );
}

function AddWebhook({ onAdded }: { onAdded: () => void }) {
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [create] = useOutgoingWebhooksControllerCreateMutation();

  const add = async (wish: WebhookWish) => {
    try {
      setSecret((await create({ body: wish }).unwrap()).secret);
      setOpen(false);
      toasts.success(texts.created);
    } catch (error) {
      toasts.error(failureText(error, texts.createFailed));
    }
    // Also after a failure: another tab may have created the fifth one.
    onAdded();
  };

  if (secret !== undefined) return <WebhookSecret secret={secret} onDone={() => setSecret(undefined)} />;
  if (!isOpen) {
    return (
      <Button type="primary" size="large" onClick={() => setOpen(true)}>
        {texts.add}
      </Button>
    );
  }
  return <WebhookForm submit={texts.create} onSubmit={add} onCancel={() => setOpen(false)} />;
}
