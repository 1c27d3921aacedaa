import type { ReactNode } from 'react';
import { PageTitle } from '../../components/page-title';
import styles from './account.module.css';

/** The single column of the account's pages: a title, a sentence, and the actions. */
export function Column({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.column}>
      <header>
        <PageTitle title={title} />
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}
