import { videoTime } from '../../lib/figures';
import { playground } from '../../texts/playground';
import type { Summary } from './api';
import styles from './video.module.css';

/** A request to play from a second; `times` counts them, so that the same moment can be chosen again. */
export interface Jump {
  seconds: number;
  sentence: number | null;
  times: number;
}

export interface VideoProps {
  summary: Summary;
  jump: Jump | null;
  /** A sample of this service: YouTube has no such video. */
  isSample: boolean;
  onPlay: () => void;
}

/** The video next to its summary. Nothing is requested from YouTube before the user presses play or chooses a moment (WEB-27). */
export function Video({ summary, jump, isSample, onPlay }: VideoProps) {
  const { video_id, duration_seconds, sentences } = summary;
  const title = summary.title || playground.untitled;
  if (jump && !isSample) {
    return (
      <div className={styles.frame}>
        <iframe
          key={jump.times}
          className={styles.player}
          title={playground.player(title)}
          src={playerUrl(video_id, jump.seconds)}
          // YouTube plays only on pages that reveal their origin.
          referrerPolicy="strict-origin-when-cross-origin"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        />
      </div>
    );
  }
  const at = jump?.seconds ?? null;
  const end = Math.max(duration_seconds ?? 0, ...sentences.map(({ start_seconds }) => start_seconds), 1);
  const said = jump?.sentence === null || jump === null ? null : sentences[jump.sentence]?.text;
  return (
    <figure className={styles.sample}>
      <div className={styles.frame}>
        <div className={styles.poster}>
          {at === null ? (
            <p className={styles.name}>{title}</p>
          ) : (
            <p className={styles.moment} role="status">
              <strong>{videoTime(at)}</strong>
              {duration_seconds !== null && <span> {playground.ofWhole(videoTime(duration_seconds))}</span>}
              {said && <q>{said}</q>}
            </p>
          )}
          {!isSample && (
            <button type="button" className={styles.play} aria-label={playground.play} onClick={onPlay}>
              <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
                <path d="M8 5v14l11-7z" fill="currentColor" />
              </svg>
            </button>
          )}
          <div className={styles.line} aria-hidden="true">
            {sentences.map(({ start_seconds }, index) => (
              <span
                key={index}
                style={{ left: `${(start_seconds / end) * 100}%` }}
                data-active={jump?.sentence === index || undefined}
              />
            ))}
          </div>
        </div>
      </div>
      <figcaption className={styles.note}>{isSample ? playground.sampleNote : playground.embedNote}</figcaption>
    </figure>
  );
}

function playerUrl(videoId: string, seconds: number): string {
  return `https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1&rel=0&start=${Math.floor(seconds)}`;
}
