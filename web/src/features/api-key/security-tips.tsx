import { apiKeys } from '../../texts/api-keys';
import styles from './api-key.module.css';

/** How to keep a key safe. */
export function SecurityTips() {
  return (
    <section aria-labelledby="security-tips" className={styles.tips}>
      <h2 id="security-tips">{apiKeys.tipsTitle}</h2>
      <ul className={styles.tipRow}>
        {apiKeys.tips.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
