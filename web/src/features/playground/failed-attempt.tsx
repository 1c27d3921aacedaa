import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { playground } from '../../texts/playground';
import { takeFocus } from './take-focus';
import type { Failed } from './use-summary';
import styles from './failed-attempt.module.css';

export interface FailedAttemptProps {
  failed: Failed;
  /** Nothing remains this month, so the user can ask again only for a summary that may have been paid for. */
  isLocked: boolean;
  onAgain: () => void;
}

/** Shows the video, the reason, what to do, and the cost until the user asks for something else: a toast is gone in five seconds (WEB-43). */
export function FailedAttempt({ failed, isLocked, onAgain }: FailedAttemptProps) {
  const { attempt, title, reason, advice, isFree } = failed;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => takeFocus(heading.current), [attempt]);
  return (
    <section className={styles.card} data-cancelled={reason === null || undefined} aria-labelledby="playground-failed">
      <p className={styles.kicker}>{reason === null ? playground.cancelled : playground.noSummary}</p>
      <h2 id="playground-failed" ref={heading} tabIndex={-1} className={styles.title} dir="auto">
        {title ?? attempt.url}
      </h2>
      {title !== null && attempt.url !== '' && <p className={styles.address}>{attempt.url}</p>}
      {reason !== null && <p className={styles.reason}>{playground.because(reason)}</p>}
      {advice && (
        <p>
          {playground.advice[advice]} {advice === 'quota' && <Link to="/pricing">{playground.upgrade}</Link>}
        </p>
      )}
      <p className={isFree ? styles.free : styles.cost}>
        {isFree ? playground.nothingCharged : reason === null ? playground.cancelCost : playground.unknownCost}
      </p>
      {/* The repeat keeps its key: it costs nothing if the first call was charged, and is refused otherwise (QUOTA-11). */}
      {(!isLocked || !isFree) && <Button onClick={onAgain}>{playground.askAgain}</Button>}
    </section>
  );
}
