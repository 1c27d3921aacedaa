import type { ReactNode } from 'react';
import { PageTitle } from '../../components/page-title';
import styles from './account.module.css';

/** The one column of the account's pages: a title, a sentence, and what there is to do. */
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
