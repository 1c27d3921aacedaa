import { BRAND } from '../../texts/frame';
import styles from './frame.module.css';

/** A small evidence line: a bar with three ticks. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 28 24" width="28" height="24" aria-hidden="true">
        <rect x="1" y="10.5" width="26" height="3" rx="1.5" fill="var(--control-line)" />
        <rect x="6" y="6" width="3" height="12" rx="1.5" fill="var(--ink)" />
        <rect x="12" y="3" width="5" height="18" rx="2.5" fill="var(--marker)" stroke="var(--ink)" strokeWidth="1.5" />
        <rect x="20" y="6" width="3" height="12" rx="1.5" fill="var(--ink)" />
      </svg>
      {BRAND}
    </span>
  );
}
