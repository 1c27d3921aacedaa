import { Skeleton } from 'antd';
import { useCallback } from 'react';
import { useAppDispatch } from '../../app/store';
import { EmptyLine } from '../../components/empty-line';
import { ShowMore } from '../../components/show-more';
import { Unreachable } from '../../components/unreachable';
import { day, dollars } from '../../lib/figures';
import { generatedApi, type ReferralControllerHistoryApiResponse } from '../../lib/generated-api';
import { usePages } from '../../lib/use-pages';
import { referrals } from '../../texts/referrals';
import { shortId, statusColour } from './referral-status.rule';
import styles from './referrals.module.css';

type Commission = ReferralControllerHistoryApiResponse['history'][number];
const PER_PAGE = '20';

/** The commissions, newest first, one a row (WEB-29). */
export function ReferralHistory() {
  const dispatch = useAppDispatch();
  const load = useCallback(
    async (after: string | undefined) => {
      const { initiate } = generatedApi.endpoints.referralControllerHistory;
      const asked = dispatch(initiate({ limit: PER_PAGE, after }, { forceRefetch: true, subscribe: false }));
      const { history, next } = await asked.unwrap();
      return { rows: history, next };
    },
    [dispatch],
  );
  const pages = usePages(load);
  return (
    <section aria-labelledby="referral-history">
      <h2 id="referral-history">{referrals.history}</h2>
      {!pages.rows && pages.hasFailed && <Unreachable text={referrals.historyFailed} onRetry={pages.again} />}
      {!pages.rows && !pages.hasFailed && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {pages.rows?.length === 0 && <EmptyLine text={referrals.empty} />}
      {pages.rows && pages.rows.length > 0 && (
        <>
          <Commissions rows={pages.rows} />
          <ShowMore pages={pages} failed={referrals.historyFailed} />
        </>
      )}
    </section>
  );
}

function Commissions({ rows }: { rows: Commission[] }) {
  return (
    <div className={styles.scroll} role="group" aria-labelledby="referral-history" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {referrals.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{day(row.created_at)}</td>
              <td>
                <code>{shortId(row.referred_id)}</code>
              </td>
              <td>{dollars(row.amount_earned)}</td>
              <td>{row.percentage}%</td>
              <td>
                <span className={styles.status} data-colour={statusColour(row.status)}>
                  {row.status}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
