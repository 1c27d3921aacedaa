import type { ReactNode } from 'react';
import { useAnchor } from '../../lib/use-anchor';
import { docs } from '../../texts/docs';
import styles from './docs.module.css';

export interface DocSection {
  id: string;
  title: string;
  body: ReactNode;
}

/** The inside of a tab: its parts, and a narrow list of them. */
export function DocSections({ sections }: { sections: DocSection[] }) {
  useAnchor();
  return (
    <div className={styles.inside}>
      <nav className={styles.contents} aria-label={docs.contents}>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.text}>
        {sections.map(({ id, title, body }) => (
          <section key={id} id={id} className={styles.section}>
            <h2>{title}</h2>
            {body}
          </section>
        ))}
      </div>
    </div>
  );
}

/** A table of the documentation; wide ones scroll in their own frame. */
export function DocTable({ name, columns, rows }: { name: string; columns: string[]; rows: ReactNode[][] }) {
  return (
    <div className={styles.tableFrame} tabIndex={0} role="region" aria-label={name}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
