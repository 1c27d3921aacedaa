import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { videoTime } from '../../lib/figures';
import { playground } from '../../texts/playground';
import { languageName } from './language-name';
import { STAGES, stageAt } from './stage.rule';
import type { Work } from './use-summary';
import styles from './working.module.css';

const TICK_MS = 250;

interface WorkingProps {
  work: Work;
  /** Without the sentences: a stored summary is shown below, and must be in view. */
  isBrief: boolean;
  onCancel: () => void;
}

/** Shows the stages, the known data of the video, and the elapsed time while a summary is made. */
export function Working({ work, isBrief, onCancel }: WorkingProps) {
  const { attempt, info, infoAtMs, progress, isRepeating } = work;
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);

  const elapsedMs = Math.max(0, nowMs - attempt.startedAtMs);
  // An own transcript needs no look-up of captions.
  const known = attempt.own
    ? { atMs: 0, durationSeconds: null }
    : info && infoAtMs !== null
      ? { atMs: infoAtMs, durationSeconds: info.duration_seconds }
      : null;
  const title = attempt.own ? attempt.own.title || playground.suppliedTranscript : info?.title;
  const stage = stageAt(elapsedMs, known, progress.stage);
  const at = STAGES.indexOf(stage);
  const facts = info && [
    info.available_languages.length > 0 ? languageName(info.available_languages[0]) : null,
    info.duration_seconds === null ? null : videoTime(info.duration_seconds),
  ];
  return (
    <section className={styles.working} aria-label={playground.working}>
      <p className={styles.facts}>
        <span className={styles.badge}>{playground.types[attempt.type]}</span>
        {attempt.own ? (
          playground.suppliedTranscript
        ) : facts ? (
          facts.filter(Boolean).join(' · ')
        ) : (
          <span className={styles.blank} />
        )}
        <span className={styles.elapsed}>{playground.elapsed(videoTime(elapsedMs / 1000))}</span>
      </p>
      {title !== undefined ? (
        <h2 className={styles.title} dir="auto">
          {title}
        </h2>
      ) : (
        <div className={styles.blankTitle} />
      )}
      <ol className={styles.stages}>
        {STAGES.map((name, index) => (
          <li key={name} className={styles.stage} data-state={index < at ? 'done' : index === at ? 'now' : 'later'}>
            {playground.stages[name]}
          </li>
        ))}
      </ol>
      <p role="status" className={styles.note}>
        {isRepeating ? playground.repeating : playground.stageNotes[stage]}
      </p>
      <Button className={styles.cancel} onClick={onCancel}>
        {playground.cancel}
      </Button>
      {!isBrief && (
        <>
          <div className={styles.said} aria-live="polite" dir="auto">
            {progress.sentences.map((sentence, index) => (
              <p key={index}>{sentence}</p>
            ))}
          </div>
          {progress.sentences.length === 0 && (
            <div className={styles.lines} aria-hidden="true">
              {[96, 100, 91, 98, 64].map((width, index) => (
                <span key={index} style={{ width: `${width}%` }} />
              ))}
            </div>
          )}
          <div className={styles.bar} aria-hidden="true" />
        </>
      )}
    </section>
  );
}
