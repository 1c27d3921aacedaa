import { useEffect } from 'react';
import styles from './landing.module.css';

/** Milliseconds until a toast disappears (WEB-31). */
export const TOAST_MS = 5_000;

/** A short message at the top right. Its element exists before its text, so that screen readers announce it. */
export function Toast({ text, onGone }: { text: string | null; onGone: () => void }) {
  useEffect(() => {
    if (text === null) return;
    const timer = window.setTimeout(onGone, TOAST_MS);
    return () => window.clearTimeout(timer);
  }, [text, onGone]);
  return (
    <div className={styles.toasts} role="status">
      {text !== null && <p className={styles.toast}>{text}</p>}
    </div>
  );
}
