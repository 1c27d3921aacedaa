import { Button } from 'antd';
import { useState } from 'react';
import { userChanged } from '../../app/session';
import { useAppDispatch, useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { CopyButton } from '../../components/copy-button';
import { EmptyLine } from '../../components/empty-line';
import { failureText } from '../../lib/call-gateway';
import { clientName } from '../../lib/client-name';
import { moment } from '../../lib/figures';
import { useApiKeyControllerGenerateMutation } from '../../lib/generated-api';
import { apiKeys } from '../../texts/api-keys';
import styles from './api-key.module.css';
import { maskedKey } from './masked-key.rule';
import { RevokeKey } from './revoke-key';
import { RotateKey } from './rotate-key';
import { useFreshUser } from './use-fresh-user';

/** The account's only key: absent, or masked until it is shown (WEB-24). */
export function KeyPanel() {
  const user = useAppSelector((state) => state.session.user);
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const reload = useFreshUser();
  const [isShown, setShown] = useState(false);
  const [generate, { isLoading }] = useApiKeyControllerGenerateMutation();
  const key = user?.apiKey;
  const lastUse = user?.api_key_last_used;

  const hold = (apiKey: string | undefined) => {
    dispatch(userChanged({ apiKey, api_key_last_used: null }));
    setShown(apiKey !== undefined);
  };
  const make = async () => {
    try {
      hold((await generate().unwrap()).apiKey);
      toasts.success(apiKeys.generated);
    } catch (error) {
      toasts.error(failureText(error, apiKeys.generateFailed));
      // Another tab may have created one.
      reload();
    }
  };

  if (!key) {
    return (
      <section className={styles.card} aria-label={apiKeys.yourKey}>
        <EmptyLine text={apiKeys.none}>
          <Button type="primary" loading={isLoading} disabled={isLoading} onClick={() => void make()}>
            {apiKeys.generate}
          </Button>
        </EmptyLine>
      </section>
    );
  }
  return (
    <section className={styles.card} aria-labelledby="your-key">
      <h2 id="your-key" className={styles.heading}>
        {apiKeys.yourKey}
      </h2>
      <div className={styles.keyRow}>
        <code className={styles.key} data-testid="api-key">
          {isShown ? key : maskedKey(key)}
        </code>
        <div className={styles.buttons}>
          <Button onClick={() => setShown(!isShown)} aria-pressed={isShown}>
            {isShown ? apiKeys.hide : apiKeys.show}
          </Button>
          <CopyButton
            type="primary"
            text={key}
            label={apiKeys.copy}
            copiedLabel={apiKeys.copied}
            onFailed={() => toasts.error(apiKeys.copyFailed)}
          />
        </div>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{apiKeys.lastUse}</dt>
          <dd>
            {lastUse
              ? apiKeys.lastUsed(moment(lastUse.at), clientName(lastUse.client, apiKeys.namelessClient))
              : apiKeys.neverUsed}
          </dd>
        </div>
        <div>
          <dt>{apiKeys.header}</dt>
          <dd>
            <code>x-api-key</code>
          </dd>
        </div>
      </dl>
      <div className={styles.changes}>
        <RotateKey onKey={hold} onFailed={reload} />
        <RevokeKey onRevoked={() => hold(undefined)} onFailed={reload} />
      </div>
    </section>
  );
}
