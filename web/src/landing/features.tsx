import type { ReactNode } from 'react';
import { landing } from '../texts/landing';
import styles from './landing.module.css';

/** Three promises of the service, each with a small drawing. */
export function Features() {
  return (
    <section className={styles.part} aria-labelledby="features">
      <h2 id="features" className="visually-hidden">
        {landing.featuresTitle}
      </h2>
      <ul className={styles.features}>
        {landing.features.map(({ title, text }, index) => (
          <li key={title}>
            <svg viewBox="0 0 300 56" className={styles.drawing} aria-hidden="true">
              {DRAWINGS[index]}
            </svg>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LINE = <rect x="0" y="26" width="300" height="4" rx="2" fill="var(--hairline)" />;
const BARS = [10, 16, 12, 30, 25, 40, 34, 46, 38];

const DRAWINGS: ReactNode[] = [
  <>
    {LINE}
    <rect x="12" y="17" width="4" height="22" rx="2" fill="var(--tick)" />
    <rect x="58" y="17" width="4" height="22" rx="2" fill="var(--tick)" />
    <rect x="95" y="10" width="8" height="36" rx="3" fill="var(--marker)" stroke="var(--ink)" strokeWidth="1.5" />
  </>,
  <>
    <line
      x1="2"
      y1="28"
      x2="298"
      y2="28"
      stroke="var(--control-line)"
      strokeWidth="3"
      strokeDasharray="1 8"
      strokeLinecap="round"
    />
    <rect x="100" y="11" width="100" height="34" rx="17" fill="var(--surface)" stroke="var(--ink)" strokeWidth="1.5" />
    <text x="150" y="33" textAnchor="middle" fontSize="14" fontFamily="var(--code)" fill="var(--ink)">
      404 · free
    </text>
  </>,
  <>
    {BARS.map((height, index) => (
      <rect key={index} x={index * 30} y={52 - height} width="20" height={height} rx="4" fill="var(--hairline)" />
    ))}
    <rect x="270" y="2" width="20" height="50" rx="4" fill="var(--marker)" stroke="var(--ink)" strokeWidth="1.5" />
  </>,
];
