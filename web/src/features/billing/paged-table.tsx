import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { EmptyLine } from '../../components/empty-line';
import { ShowMore } from '../../components/show-more';
import { Unreachable } from '../../components/unreachable';
import type { Pages } from '../../lib/use-pages';
import styles from './billing.module.css';

export interface PagedTableProps<Row> {
  id: string;
  title: string;
  columns: string[];
  /** Columns of amounts, aligned to the right. */
  numeric: number[];
  pages: Pages<Row>;
  failed: string;
  empty: string;
  keyOf: (row: Row) => string;
  cellsOf: (row: Row) => ReactNode[];
}

/** A list of the Billing section in all its states; it scrolls sideways on phones, also by keyboard. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { id, title, columns, numeric, pages, failed, empty, keyOf, cellsOf } = props;
  const tone = (index: number) => (numeric.includes(index) ? styles.number : undefined);
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {!pages.rows && pages.hasFailed && <Unreachable text={failed} onRetry={pages.again} />}
      {!pages.rows && !pages.hasFailed && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {pages.rows?.length === 0 && <EmptyLine text={empty} />}
      {pages.rows && pages.rows.length > 0 && (
        <>
          <div className={styles.scroll} role="group" aria-labelledby={id} tabIndex={0}>
            <table className={styles.table}>
              <thead>
                <tr>
                  {columns.map((column, index) => (
                    <th key={column} scope="col" className={tone(index)}>
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {pages.rows.map((row) => (
                  <tr key={keyOf(row)}>
                    {cellsOf(row).map((cell, index) => (
                      <td key={columns[index]} className={tone(index)}>
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <ShowMore pages={pages} failed={failed} />
        </>
      )}
    </section>
  );
}
