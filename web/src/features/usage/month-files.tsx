import { Link } from 'react-router-dom';
import { DownloadButton } from '../../components/download-button';
import { BRAND } from '../../texts/frame';
import { usage } from '../../texts/usage';
import styles from './usage.module.css';

/** Downloads of a month: its statement, and its calls as a table (STAT-3, STAT-9). */
export function MonthFiles({ month }: { month: string }) {
  const brand = BRAND.toLowerCase();
  return (
    <section className={styles.card} aria-labelledby="month-files">
      <div>
        <h2 id="month-files" className={styles.heading}>
          {usage.statement}
        </h2>
        <p className={styles.muted}>{usage.statementText}</p>
      </div>
      <div className={styles.files}>
        <DownloadButton
          path={`/api/usage/statement?format=csv&month=${month}`}
          name={`${brand}-statement-${month}.csv`}
          failed={usage.statementFailed}
        >
          {usage.downloadStatement}
        </DownloadButton>
        <DownloadButton
          path={`/api/usage/details.csv?month=${month}`}
          name={`${brand}-usage-${month}.csv`}
          failed={usage.tableFailed}
        >
          {usage.downloadTable}
        </DownloadButton>
        <Link to="/verify-statement">{usage.verify}</Link>
      </div>
    </section>
  );
}
