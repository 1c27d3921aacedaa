import { playground } from '../../texts/playground';
import type { SummaryType } from './api';
import styles from './empty-state.module.css';

/** The size of each type's drawing: widths of its lines, and its points. */
const DRAWINGS: Record<SummaryType, { lines: number[]; points: number[] }> = {
  auto: { lines: [100, 96, 58], points: [88, 94, 76] },
  short: { lines: [100, 94, 62], points: [] },
  detail: { lines: [100, 97, 100, 92, 98, 100, 95, 44], points: [] },
};

/** Before the first summary: an explanation of the three types (WEB-27), and the empty evidence line. */
export function EmptyState() {
  return (
    <section className={styles.empty} aria-labelledby="playground-empty">
      <h2 id="playground-empty">{playground.emptyTitle}</h2>
      <ul className={styles.types}>
        {(Object.keys(DRAWINGS) as SummaryType[]).map((type) => (
          <li key={type}>
            <Drawing {...DRAWINGS[type]} />
            <p>{playground.explained[type]}</p>
          </li>
        ))}
      </ul>
      <div className={styles.line} aria-hidden="true" />
      <p className={styles.promise}>{playground.emptyPromise}</p>
    </section>
  );
}

function Drawing({ lines, points }: { lines: number[]; points: number[] }) {
  const STEP = 11;
  return (
    <svg className={styles.drawing} viewBox="0 0 120 104" aria-hidden="true">
      {lines.map((width, index) => (
        <rect key={index} x="12" y={12 + index * STEP} width={width * 0.96} height="4" rx="2" />
      ))}
      {points.map((width, index) => {
        const y = 20 + (lines.length + index) * STEP;
        return (
          <g key={index}>
            <rect className={styles.tick} x="12" y={y - 1.5} width="4" height="7" rx="2" />
            <rect x="22" y={y} width={width * 0.86} height="4" rx="2" />
          </g>
        );
      })}
    </svg>
  );
}
