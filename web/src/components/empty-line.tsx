import type { ReactNode } from 'react';
import styles from './empty-line.module.css';

/** The empty evidence line, one plain sentence, and at most one action: not found, empty, failed. */
export function EmptyLine({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <div className={styles.line} aria-hidden="true" />
      <p>{text}</p>
      {children}
    </div>
  );
}
