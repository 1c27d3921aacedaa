import { PageTitle } from '../../components/page-title';
import { Tips } from '../../components/tips';
import { apiKeys } from '../../texts/api-keys';
import styles from './api-key.module.css';
import { KeyPanel } from './key-panel';

/** The API key of an account and advice on keeping it (WEB-24). */
export function ApiKey() {
  return (
    <div className={styles.page}>
      <div>
        <PageTitle title={apiKeys.title} />
        <p className={styles.lead}>{apiKeys.lead}</p>
      </div>
      <KeyPanel />
      <Tips title={apiKeys.tipsTitle} tips={apiKeys.tips} />
    </div>
  );
}
