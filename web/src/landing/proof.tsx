import { type KeyboardEvent, useEffect, useState } from 'react';
import { EvidenceLine } from '../components/evidence-line';
import { videoTime } from '../lib/figures';
import { landing } from '../texts/landing';
import { DEMO_TITLE, realAnswers, shownSentences } from './real-answers';
import styles from './proof.module.css';

/** Milliseconds per sentence. One pass over all sentences takes less than 5 s, because longer motion needs a stop button (WCAG 2.2.2). */
const STEP_MS = 550;
/** Index of the sentence that stays highlighted after that pass, until the user chooses another. */
const RESTING = 1;

const MOMENTS = shownSentences.map(({ seconds }) => seconds);
/** Indexes of the sentences in the order of their moments. */
const IN_TIME = MOMENTS.map((_seconds, index) => index).sort((a, b) => MOMENTS[a] - MOMENTS[b]);

/** The real summary of a demo video with its evidence line. A sentence highlights its tick, and a tick its sentence. */
export function Proof() {
  const [picked, setPicked] = useState(RESTING);
  const [pointed, setPointed] = useState<number | null>(null);
  const stopWalk = useWalk(setPicked);
  const active = pointed ?? picked;

  const point = (index: number | null) => {
    stopWalk();
    setPointed(index);
  };
  const pick = (index: number) => {
    stopWalk();
    setPicked(index);
  };
  const sentence = (index: number) => {
    const { text, seconds, isOverview } = shownSentences[index];
    return (
      <span
        role="button"
        tabIndex={0}
        aria-pressed={index === picked}
        className={index === active ? styles.lit : styles.sentence}
        onPointerEnter={() => point(index)}
        onPointerLeave={() => point(null)}
        onFocus={() => point(index)}
        onBlur={() => point(null)}
        onClick={() => pick(index)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          pick(index);
        }}
      >
        {!isOverview && <span className={styles.time}>{videoTime(seconds)}</span>}
        {text}
      </span>
    );
  };
  const indexes = shownSentences.map((_sentence, index) => index);
  return (
    <section className={styles.card} aria-label={landing.proof}>
      <p className={styles.title}>
        <span className={styles.badge}>{landing.auto}</span>
        {DEMO_TITLE}
      </p>
      <EvidenceLine
        moments={MOMENTS}
        durationSeconds={realAnswers.summarise.data.duration_seconds}
        active={active}
        onActive={point}
        onPick={pick}
        labelOf={(index) => landing.tick(videoTime(MOMENTS[index]), shownSentences[index].text)}
      />
      <p className={styles.overview}>
        {indexes
          .filter((index) => shownSentences[index].isOverview)
          .map((index) => (
            <span key={index}>{sentence(index)} </span>
          ))}
      </p>
      <ul className={styles.points}>
        {indexes
          .filter((index) => !shownSentences[index].isOverview)
          .map((index) => (
            <li key={index}>{sentence(index)}</li>
          ))}
      </ul>
      <p className={styles.hint}>{landing.proofHint}</p>
    </section>
  );
}

/** Highlights one sentence after another, once, until the user interacts. Does nothing when the user prefers reduced motion. */
function useWalk(light: (index: number) => void): () => void {
  const [isWalking, setWalking] = useState(true);
  useEffect(() => {
    if (!isWalking || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let step = 0;
    const timer = window.setInterval(() => {
      const isOver = step >= IN_TIME.length;
      light(isOver ? RESTING : IN_TIME[step++]);
      if (isOver) setWalking(false);
    }, STEP_MS);
    return () => window.clearInterval(timer);
  }, [isWalking, light]);
  return () => setWalking(false);
}
