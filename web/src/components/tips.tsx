import { type ReactNode, useId } from 'react';
import styles from './tips.module.css';

/** Advice in columns under one heading, with `children` below it. */
export function Tips(props: { title: string; tips: { title?: string; text: string }[]; children?: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.tips}>
      <h2 id={heading}>{props.title}</h2>
      <ul className={styles.row}>
        {props.tips.map(({ title, text }) => (
          <li key={text}>
            {title !== undefined && <h3>{title}</h3>}
            <p>{text}</p>
          </li>
        ))}
      </ul>
      {props.children}
    </section>
  );
}
