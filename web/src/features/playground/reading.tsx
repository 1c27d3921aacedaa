import type { KeyboardEvent, ReactNode } from 'react';
import { EvidenceLine } from '../../components/evidence-line';
import { videoTime } from '../../lib/figures';
import { playground } from '../../texts/playground';
import type { Summary } from './api';
import { type Piece, summaryBlocks } from './summary-blocks.rule';
import styles from './reading.module.css';

export interface ReadingProps {
  summary: Summary;
  /** Index of the highlighted sentence. */
  active: number | null;
  onActive: (sentence: number | null) => void;
  onPick: (sentence: number) => void;
}

/** A summary to read: each sentence lights its tick and each tick its sentence; click, tap or Enter goes to the moment (WEB-27). */
export function Reading({ summary, active, onActive, onPick }: ReadingProps) {
  const { sentences } = summary;
  const cited = ({ text, sentence }: Piece, key: number, isPoint = false) => {
    if (sentence === null) return <span key={key}>{text}</span>;
    const time = videoTime(sentences[sentence].start_seconds);
    return (
      <Moment
        key={key}
        className={isPoint ? styles.point : styles.sentence}
        isActive={sentence === active}
        onActive={(isOn) => onActive(isOn ? sentence : null)}
        onPick={() => onPick(sentence)}
      >
        {isPoint ? <span className={styles.time}>{`${time} `}</span> : null}
        <span className={styles.words}>{text}</span>
        {isPoint ? null : <span className="visually-hidden"> ({time})</span>}
      </Moment>
    );
  };

  const blocks = summaryBlocks(summary.summary, sentences);
  const pointsAt = blocks.findIndex((block) => block.kind === 'points');
  const line = (
    <section key="line" className={styles.line} aria-label={playground.evidence}>
      <EvidenceLine
        moments={sentences.map(({ start_seconds }) => start_seconds)}
        durationSeconds={summary.duration_seconds}
        active={active}
        onActive={onActive}
        onPick={onPick}
        labelOf={(index) => playground.jumpTo(videoTime(sentences[index].start_seconds), sentences[index].text)}
      />
    </section>
  );
  const written = blocks.map((block, index) => {
    if (block.kind === 'heading') return <h3 key={index}>{block.text}</h3>;
    if (block.kind === 'paragraph') return <p key={index}>{block.pieces.map((piece, at) => cited(piece, at))}</p>;
    return (
      <ul key={index} className={styles.points} aria-label={playground.points}>
        {block.items.map((item, at) => (
          <li key={at}>{cited(item, at, true)}</li>
        ))}
      </ul>
    );
  });
  // Placed after the overview, so that all of a long summary stays close to its line.
  if (sentences.length > 0) written.splice(pointsAt < 0 ? 1 : pointsAt, 0, line);
  return (
    <div className={styles.reading} lang={summary.language || undefined} dir="auto">
      {written}
    </div>
  );
}

/** A sentence as a button that wraps like text. */
function Moment(props: {
  className: string;
  isActive: boolean;
  onActive: (isOn: boolean) => void;
  onPick: () => void;
  children: ReactNode;
}) {
  const { className, isActive, onActive, onPick, children } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onPick();
  };
  const onClick = () => {
    // A user who selects words to copy does not want to jump.
    if (window.getSelection()?.isCollapsed ?? true) onPick();
  };
  return (
    <span
      role="button"
      tabIndex={0}
      className={className}
      data-active={isActive || undefined}
      onPointerEnter={() => onActive(true)}
      onPointerLeave={() => onActive(false)}
      onFocus={() => onActive(true)}
      onBlur={() => onActive(false)}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {children}
    </span>
  );
}
