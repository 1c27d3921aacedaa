import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useToasts } from '../../app/toasts';
import { failureText } from '../../lib/call-gateway';
import { useApiKeyControllerRevokeMutation } from '../../lib/generated-api';
import { apiKeys } from '../../texts/api-keys';

export interface RevokeKeyProps {
  onRevoked: () => void;
  /** Called after a failed call, which may have revoked the key nevertheless. */
  onFailed: () => void;
}

/** Revokes the key, after a question (WEB-24). */
export function RevokeKey({ onRevoked, onFailed }: RevokeKeyProps) {
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  const [revoke, { isLoading }] = useApiKeyControllerRevokeMutation();

  const end = async () => {
    try {
      await revoke().unwrap();
      setOpen(false);
      onRevoked();
      toasts.success(apiKeys.revoked);
    } catch (error) {
      toasts.error(failureText(error, apiKeys.revokeFailed));
      onFailed();
    }
  };

  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        {apiKeys.revoke}
      </Button>
      <Modal
        open={isOpen}
        title={apiKeys.revokeTitle}
        okText={apiKeys.revoke}
        cancelText={apiKeys.cancel}
        okButtonProps={{ danger: true, disabled: isLoading }}
        confirmLoading={isLoading}
        onOk={() => void end()}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <p>{apiKeys.revokeSure}</p>
      </Modal>
    </>
  );
}
