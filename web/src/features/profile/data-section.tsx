import { Button } from 'antd';
import { useState } from 'react';
import { useToasts } from '../../app/toasts';
import { failureText } from '../../lib/call-gateway';
import { useLazyAccountControllerExportQuery } from '../../lib/generated-api';
import { saveFile } from '../../lib/save-file';
import { BRAND } from '../../texts/frame';
import { profile } from '../../texts/profile';
import { DeleteAccount } from './delete-account';
import styles from './profile.module.css';

/** Exports (ACC-38) or deletes (ACC-33) the account's data. */
export function DataSection() {
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  const [load, { isFetching }] = useLazyAccountControllerExportQuery();

  const download = async () => {
    try {
      const data = await load().unwrap();
      const name = `${BRAND.toLowerCase()}-account-${data.exported_at.slice(0, 10)}.json`;
      // Indented, so that people can read it.
      saveFile(name, JSON.stringify(data, null, 2), 'application/json');
    } catch (error) {
      toasts.error(failureText(error, profile.data.exportFailed));
    }
  };

  return (
    <div>
      <div className={styles.block}>
        <h3>{profile.data.exportTitle}</h3>
        <p className={styles.muted}>{profile.data.exportText}</p>
        <Button loading={isFetching} onClick={() => void download()}>
          {profile.data.exportNow}
        </Button>
      </div>
      <div className={styles.block}>
        <h3>{profile.data.deleteTitle}</h3>
        <p className={styles.muted}>{profile.data.deleteText}</p>
        <Button danger onClick={() => setOpen(true)}>
          {profile.data.open}
        </Button>
        {isOpen && <DeleteAccount onKeep={() => setOpen(false)} />}
      </div>
    </div>
  );
}
