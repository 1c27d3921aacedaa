import { PageTitle } from '../../components/page-title';
import { apiKeys } from '../../texts/api-keys';
import styles from './api-key.module.css';
import { KeyPanel } from './key-panel';
import { SecurityTips } from './security-tips';

/** The API key of an account and how to keep it (WEB-24). */
export function ApiKey() {
  return (
    <div className={styles.page}>
      <div>
        <PageTitle title={apiKeys.title} />
        <p className={styles.lead}>{apiKeys.lead}</p>
      </div>
      <KeyPanel />
      <SecurityTips />
    </div>
  );
}
