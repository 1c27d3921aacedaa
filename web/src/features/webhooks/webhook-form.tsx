import { Button } from 'antd';
import { useState } from 'react';
import type { OutgoingWebhooksControllerCreateApiArg } from '../../lib/generated-api';
import { webhooks as texts } from '../../texts/webhooks';
import { Field } from '../account/field';
import { useForm } from '../account/use-form';
import styles from './webhooks.module.css';

/** The address and events that the owner has entered, as the API takes them. */
export type WebhookInput = OutgoingWebhooksControllerCreateApiArg['body'];
type Event = WebhookInput['events'][number];

const EVENTS = Object.keys(texts.eventNames) as Event[];

export interface WebhookFormProps {
  /** The existing webhook; absent for a new one. */
  webhook?: { url: string; events: string[] };
  submit: string;
  onSubmit: (input: WebhookInput) => Promise<void>;
  onCancel: () => void;
}

/** Address and events of a webhook (HOOK-1). The server validates the address. */
export function WebhookForm({ webhook, submit, onSubmit, onCancel }: WebhookFormProps) {
  const form = useForm({ url: webhook?.url ?? '' });
  const [events, setEvents] = useState<Event[]>(
    webhook ? EVENTS.filter((event) => webhook.events.includes(event)) : EVENTS,
  );
  const [isRefused, setRefused] = useState(false);

  const send = async () => {
    const url = form.values.url.trim();
    const isEmpty = events.length === 0;
    setRefused(isEmpty);
    if (form.showErrors({ url: url ? undefined : texts.urlMissing }) || isEmpty) return;
    await onSubmit({ url, events });
  };

  return (
    <form ref={form.ref} className={styles.form} noValidate onSubmit={form.onSubmit(send)}>
      <Field label={texts.url} hint={texts.urlHint} maxLength={2_000} autoComplete="url" {...form.field('url')} />
      <fieldset className={styles.events} aria-describedby="webhook-events-error">
        <legend>{texts.events}</legend>
        {EVENTS.map((event) => (
          <label key={event} className={styles.event}>
            <input
              type="checkbox"
              checked={events.includes(event)}
              onChange={(change) => {
                setRefused(false);
                setEvents(EVENTS.filter((one) => (one === event ? change.target.checked : events.includes(one))));
              }}
            />
            <span>
              {texts.eventNames[event]} <code className={styles.small}>{event}</code>
            </span>
          </label>
        ))}
        <div id="webhook-events-error" className={styles.error} aria-live="polite">
          {isRefused && texts.eventsMissing}
        </div>
      </fieldset>
      <div className={styles.buttons}>
        <Button type="primary" htmlType="submit" loading={form.isSending}>
          {submit}
        </Button>
        <Button disabled={form.isSending} onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
