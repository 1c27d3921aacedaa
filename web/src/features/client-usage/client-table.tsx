import { whole } from '../../lib/figures';
import { clientUsage } from '../../texts/usage';
import styles from '../usage/usage.module.css';

export interface ClientTableProps {
  clients: { key: string; name: string; count: number; percentage: number }[];
  total: number;
}

/** The clients of a month with their shares, and their total (WEB-26). */
export function ClientTable({ clients, total }: ClientTableProps) {
  return (
    <table className={styles.table} aria-label={clientUsage.table}>
      <thead>
        <tr>
          <th scope="col">{clientUsage.client}</th>
          <th scope="col" className={styles.number}>
            {clientUsage.requests}
          </th>
          <th scope="col" className={styles.number}>
            {clientUsage.percentage}
          </th>
        </tr>
      </thead>
      <tbody>
        {clients.map(({ key, name, count, percentage }) => (
          <tr key={key}>
            <th scope="row" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </th>
            <td className={styles.number}>{whole(count)}</td>
            <td className={styles.number}>{percentage.toFixed(1)}%</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{clientUsage.total}</th>
          <td className={styles.number}>{whole(total)}</td>
          <td className={styles.number}>100.0%</td>
        </tr>
      </tfoot>
    </table>
  );
}
