import { useCallback } from 'react';
import { useAppDispatch } from '../../app/store';
import { day, dollars } from '../../lib/figures';
import { generatedApi } from '../../lib/generated-api';
import { usePages } from '../../lib/use-pages';
import { billing } from '../../texts/billing';
import { PagedTable } from './paged-table';

const PER_PAGE = '20';

/** The entries of the wallet, with the reason and the balance after each (PAY-53). */
export function WalletStatement() {
  const dispatch = useAppDispatch();
  const load = useCallback(
    async (before: string | undefined) => {
      const { initiate } = generatedApi.endpoints.walletControllerStatement;
      const asked = dispatch(initiate({ limit: PER_PAGE, before }, { forceRefetch: true, subscribe: false }));
      const { entries, next } = await asked.unwrap();
      return { rows: entries, next: next === null ? null : String(next) };
    },
    [dispatch],
  );
  return (
    <PagedTable
      id="billing-wallet"
      title={billing.statement}
      columns={billing.statementColumns}
      numeric={[2, 3]}
      pages={usePages(load)}
      failed={billing.statementFailed}
      empty={billing.noEntries}
      keyOf={({ sequence }) => String(sequence)}
      cellsOf={({ created_at, reason, amount, balance }) => [
        day(created_at),
        billing.reasons[reason] ?? reason,
        dollars(amount),
        dollars(balance),
      ]}
    />
  );
}
