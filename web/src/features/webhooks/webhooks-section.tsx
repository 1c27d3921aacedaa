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
import { WebhookForm, type WebhookInput } from './webhook-form';
import { WebhookRow } from './webhook-row';
import { WebhookSecret } from './webhook-secret';
import styles from './webhooks.module.css';

const MOST_WEBHOOKS = 5;

/** A secret that its owner has not copied yet, and the webhook that it belongs to. */
interface NewSecret {
  id: string;
  url: string;
  secret: string;
}

/**
 * The addresses to which the account's events are sent (HOOK-16). New secrets are kept here and not where they were made, because the list is
 * read again right after, and the server never shows a secret again (HOOK-4).
 */
export function WebhooksSection() {
  const toasts = useToasts();
  const { data, isError, isFetching, refetch } = useOutgoingWebhooksControllerListQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [secrets, setSecrets] = useState<NewSecret[]>([]);
  const drop = (id: string) => setSecrets((before) => before.filter((one) => one.id !== id));
  const show = (made: NewSecret) => setSecrets((before) => [...before.filter(({ id }) => id !== made.id), made]);
  const reload = () => void refetch();
  const reloadChanged = async () => {
    const { error } = await refetch();
    // The old list stays on the page, so only this says that it is old.
    if (error) toasts.error(failureText(error, texts.loadFailed));
  };
  const list = data?.webhooks;
  return (
    <div className={styles.part}>
      {secrets.map(({ id, url, secret }) => (
        <WebhookSecret key={secret} url={url} secret={secret} onDone={() => drop(id)} />
      ))}
      {!list && (isError && !isFetching ? <Unreachable text={texts.loadFailed} onRetry={reload} /> : <Loading />)}
      {list && isError && !isFetching && <Unreachable text={texts.loadFailed} onRetry={reload} />}
      {list && (
        <>
          <p className={styles.muted}>
            {texts.lead} <Link to="/docs?tab=examples#webhooks">{texts.docs}</Link>
          </p>
          {list.length > 0 ? (
            <ul className={styles.rows}>
              {list.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  onChanged={() => void reloadChanged()}
                  onSecret={(secret) => show({ id: webhook.id, url: webhook.url, secret })}
                  onDeleted={() => drop(webhook.id)}
                />
              ))}
            </ul>
          ) : (
            <div className={styles.wide}>
              <EmptyLine text={texts.none} />
            </div>
          )}
          {list.length < MOST_WEBHOOKS ? (
            <AddWebhook onSecret={show} onAdded={() => void reloadChanged()} />
          ) : (
            <p className={styles.muted}>{texts.most}</p>
          )}
        </>
      )}
    </div>
  );
}

function Loading() {
  return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
}

function AddWebhook({ onSecret, onAdded }: { onSecret: (made: NewSecret) => void; onAdded: () => void }) {
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  const [create] = useOutgoingWebhooksControllerCreateMutation();

  const add = async (input: WebhookInput) => {
    try {
      const { webhook, secret } = await create({ body: input }).unwrap();
      onSecret({ id: webhook.id, url: webhook.url, secret });
      setOpen(false);
      toasts.success(texts.created);
    } catch (error) {
      toasts.error(failureText(error, texts.createFailed));
    }
    // Also after a failure: another tab may have created the fifth one.
    onAdded();
  };

  if (!isOpen) {
    return (
      <Button type="primary" size="large" onClick={() => setOpen(true)}>
        {texts.add}
      </Button>
    );
  }
  return <WebhookForm submit={texts.create} onSubmit={add} onCancel={() => setOpen(false)} />;
}
