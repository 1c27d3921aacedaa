import { Button, InputNumber, Modal } from 'antd';
import { useId, useState } from 'react';
import { useToasts } from '../../app/toasts';
import { failureText } from '../../lib/call-gateway';
import { moment } from '../../lib/figures';
import { useApiKeyControllerRotateMutation } from '../../lib/generated-api';
import { apiKeys } from '../../texts/api-keys';
import styles from './api-key.module.css';

/** Hours for which a replaced key may stay valid. */
const MAX_HOURS = 24;
const USUAL_HOURS = 1;

export interface RotateKeyProps {
  onKey: (apiKey: string) => void;
  /** Called after a failed call, which may have replaced the key nevertheless. */
  onFailed: () => void;
}

/** Makes a new key immediately; the old one stays valid for the chosen time, at most a day. */
export function RotateKey({ onKey, onFailed }: RotateKeyProps) {
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  const [hours, setHours] = useState<number | null>(USUAL_HOURS);
  const [rotate, { isLoading }] = useApiKeyControllerRotateMutation();
  const field = useId();

  const change = async () => {
    try {
      const answer = await rotate({ body: { grace_hours: hours } }).unwrap();
      onKey(answer.apiKey);
      setOpen(false);
      toasts.success(apiKeys.rotated(answer.old_key_valid_until && moment(answer.old_key_valid_until)));
    } catch (error) {
      toasts.error(failureText(error, apiKeys.rotateFailed));
      onFailed();
    }
  };

  return (
    <>
      <Button onClick={() => setOpen(true)}>{apiKeys.rotate}</Button>
      <Modal
        open={isOpen}
        title={apiKeys.rotateTitle}
        okText={apiKeys.rotateNow}
        cancelText={apiKeys.cancel}
        confirmLoading={isLoading}
        okButtonProps={{ disabled: hours === null || isLoading }}
        onOk={() => void change()}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <p>{apiKeys.rotateText}</p>
        <div className={styles.field}>
          <label htmlFor={field}>{apiKeys.hours}</label>
          <InputNumber id={field} min={0} max={MAX_HOURS} precision={0} value={hours} onChange={setHours} />
        </div>
      </Modal>
    </>
  );
}
