import { Button } from 'antd';
import { useState } from 'react';
import { useToasts } from '../../app/toasts';
import { failureStatus, failureText } from '../../lib/call-gateway';
import {
  useLazyOutgoingWebhooksControllerReadQuery,
  useOutgoingWebhooksControllerChangeMutation,
  useOutgoingWebhooksControllerDeleteMutation,
  useWebhookDeliveriesControllerTestMutation,
} from '../../lib/generated-api';
import { webhooks as texts } from '../../texts/webhooks';
import { RotateSecret } from './rotate-secret';
import type { ManagedWebhook } from './webhook';
import { WebhookForm, type WebhookInput } from './webhook-form';
import { WebhookLog } from './webhook-log';
import styles from './webhooks.module.css';

/** The form or question that is open below the buttons, one at a time. */
type Asking = 'nothing' | 'edit' | 'rotate' | 'delete';

/** The actions of a webhook's owner: test, change, rotate the secret, disable, delete, and the log of deliveries (HOOK-16). */
export function ManageWebhook({ webhook, onChanged, onSecret, onDeleted }: ManagedWebhook) {
  const toasts = useToasts();
  const [asking, setAsking] = useState<Asking>('nothing');
  // A new value makes the log reload.
  const [turn, setTurn] = useState(0);
  const [read, reading] = useLazyOutgoingWebhooksControllerReadQuery();
  const [change, changing] = useOutgoingWebhooksControllerChangeMutation();
  const [remove, removing] = useOutgoingWebhooksControllerDeleteMutation();
  const [test, testing] = useWebhookDeliveriesControllerTestMutation();
  const { id, url, events, enabled } = webhook;
  const isBusy = reading.isFetching || changing.isLoading || removing.isLoading || testing.isLoading;

  /** Shows the result and reloads the list, from which a deleted webhook disappears. */
  const attempt = async (work: () => Promise<unknown>, done: string, failed: string) => {
    try {
      await work();
      toasts.success(done);
      setAsking('nothing');
      setTurn((before) => before + 1);
    } catch (error) {
      toasts.error(failureText(error, failed));
      if (failureStatus(error) !== 404 && failureStatus(error) !== 409) return;
    }
    onChanged();
  };
  /** Changes only what the user changed: since the list was read, another tab may have changed the rest, or the server disabled it (HOOK-11). */
  const set = (changes: Partial<WebhookInput & { enabled: boolean }>, done: string) =>
    attempt(
      async () => {
        const { webhook: now } = await read({ id }).unwrap();
        const body = { url: now.url, events: now.events as WebhookInput['events'], enabled: now.enabled, ...changes };
        await change({ id, body }).unwrap();
      },
      done,
      texts.changeFailed,
    );
  const erase = async () => {
    await remove({ id }).unwrap();
    onDeleted();
  };
  return (
    <div className={styles.manage}>
      <div className={styles.buttons}>
        {enabled && (
          <Button
            disabled={isBusy}
            onClick={() => void attempt(() => test({ id }).unwrap(), texts.tested, texts.testFailed)}
          >
            {texts.test}
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => setAsking('edit')}>
          {texts.edit}
        </Button>
        <Button disabled={isBusy} onClick={() => setAsking('rotate')}>
          {texts.rotate}
        </Button>
        <Button
          disabled={isBusy}
          onClick={() => void set({ enabled: !enabled }, enabled ? texts.disabled : texts.enabled)}
        >
          {enabled ? texts.disable : texts.enable}
        </Button>
        <Button danger disabled={isBusy} onClick={() => setAsking('delete')}>
          {texts.delete}
        </Button>
      </div>
      {asking === 'edit' && (
        <WebhookForm
          webhook={webhook}
          submit={texts.save}
          onSubmit={(input) =>
            set(
              {
                ...(input.url === url ? {} : { url: input.url }),
                ...(String(input.events) === String(events) ? {} : { events: input.events }),
              },
              texts.changed,
            )
          }
          onCancel={() => setAsking('nothing')}
        />
      )}
      {asking === 'rotate' && (
        <RotateSecret
          id={id}
          onSecret={(made) => {
            onSecret(made);
            setAsking('nothing');
            onChanged();
          }}
          onCancel={() => setAsking('nothing')}
        />
      )}
      {asking === 'delete' && (
        <div className={styles.question}>
          <p>{texts.deleteQuestion}</p>
          <div className={styles.buttons}>
            <Button disabled={isBusy} onClick={() => setAsking('nothing')}>
              {texts.keep}
            </Button>
            <Button
              danger
              loading={removing.isLoading}
              onClick={() => void attempt(erase, texts.deleted, texts.deleteFailed)}
            >
              {texts.deleteNow}
            </Button>
          </div>
        </div>
      )}
      <WebhookLog key={turn} id={id} canReplay={enabled} onRefresh={() => setTurn(turn + 1)} />
    </div>
  );
}
