import { Button, InputNumber } from 'antd';
import { useId, useState } from 'react';
import { useToasts } from '../../app/toasts';
import { failureText } from '../../lib/call-gateway';
import { useOutgoingWebhooksControllerRotateMutation } from '../../lib/generated-api';
import { webhooks as texts } from '../../texts/webhooks';
import styles from './webhooks.module.css';

const MOST_HOURS = 24;

export interface RotateSecretProps {
  id: string;
  onSecret: (secret: string) => void;
  onCancel: () => void;
}

/** Makes a new secret. The old one signs as well for a time that the owner chooses, at most a day (HOOK-4). */
export function RotateSecret({ id, onSecret, onCancel }: RotateSecretProps) {
  const toasts = useToasts();
  const field = useId();
  const [hours, setHours] = useState<number | null>(MOST_HOURS);
  const [rotate, { isLoading }] = useOutgoingWebhooksControllerRotateMutation();

  const make = async () => {
    try {
      onSecret((await rotate({ id, body: { overlap_hours: hours } }).unwrap()).secret);
    } catch (error) {
      toasts.error(failureText(error, texts.rotateFailed));
    }
  };

  return (
    <div className={styles.question}>
      <p>{texts.rotateQuestion}</p>
      <div className={styles.hours}>
        <label htmlFor={field}>{texts.hours}</label>
        <InputNumber id={field} min={0} max={MOST_HOURS} precision={0} value={hours} onChange={setHours} />
      </div>
      <div className={styles.buttons}>
        <Button disabled={isLoading} onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="primary" disabled={hours === null} loading={isLoading} onClick={() => void make()}>
          {texts.rotateNow}
        </Button>
      </div>
    </div>
  );
}
