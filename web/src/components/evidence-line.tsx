import { videoTime } from '../lib/figures';
import styles from './evidence-line.module.css';

export interface EvidenceLineProps {
  /** Seconds of the cited moments, in the order of the sentences. */
  moments: number[];
  /** Seconds of the whole video; null when unknown: the line then ends at its last moment. */
  durationSeconds: number | null;
  /** Index of the highlighted moment, null for none. */
  active?: number | null;
  /** Called when pointer or focus reaches a tick, and with null when it leaves. Without it the line is only a drawing. */
  onActive?: (index: number | null) => void;
  /** Click or Enter on a tick. */
  onPick?: (index: number) => void;
  /** The label of each tick for screen readers. */
  labelOf?: (index: number) => string;
  /** Without times below, for lists. */
  small?: boolean;
}

/** A bar as long as the video with a tick at every cited moment: every sentence knows its moment. */
export function EvidenceLine({
  moments,
  durationSeconds,
  active = null,
  onActive,
  onPick,
  labelOf,
  small = false,
}: EvidenceLineProps) {
  const end = Math.max(durationSeconds ?? 0, ...moments, 1);
  const at = (seconds: number) => `${(Math.min(seconds, end) / end) * 100}%`;
  const activeSeconds = active === null ? undefined : moments[active];
  return (
    // A video runs from left to right in every script.
    <div dir="ltr" className={small ? styles.small : styles.whole}>
      <div className={styles.bar} aria-hidden={onPick ? undefined : true}>
        {moments.map((seconds, index) =>
          onPick ? (
            <button
              key={index}
              type="button"
              className={index === active ? styles.activeTick : styles.tick}
              style={{ left: at(seconds) }}
              aria-label={labelOf?.(index) ?? videoTime(seconds)}
              onPointerEnter={() => onActive?.(index)}
              onPointerLeave={() => onActive?.(null)}
              onFocus={() => onActive?.(index)}
              onBlur={() => onActive?.(null)}
              onClick={() => onPick(index)}
            />
          ) : (
            <span
              key={index}
              className={index === active ? styles.activeTick : styles.tick}
              style={{ left: at(seconds) }}
            />
          ),
        )}
      </div>
      {!small && (
        <div className={styles.times} aria-hidden="true">
          <span>0:00</span>
          {activeSeconds !== undefined && (
            <span className={styles.now}>
              {videoTime(activeSeconds)} of {videoTime(end)}
            </span>
          )}
          <span>{videoTime(end)}</span>
        </div>
      )}
    </div>
  );
}
