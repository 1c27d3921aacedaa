import { useCallback } from 'react';
import { useAppDispatch } from '../../app/store';
import { DownloadButton } from '../../components/download-button';
import { day, dollars } from '../../lib/figures';
import { generatedApi, type PaymentControllerHistoryApiResponse } from '../../lib/generated-api';
import { usePages } from '../../lib/use-pages';
import { billing } from '../../texts/billing';
import { PagedTable } from './paged-table';
import { planName } from './plan-name';
import { Receipt } from './receipt';

type Payment = PaymentControllerHistoryApiResponse['history'][number];
const PER_PAGE = '20';

/** The payments, newest first, with their receipts (WEB-23, PAY-54). */
export function PaymentHistory() {
  const dispatch = useAppDispatch();
  const load = useCallback(
    async (after: string | undefined) => {
      const { initiate } = generatedApi.endpoints.paymentControllerHistory;
      const asked = dispatch(initiate({ limit: PER_PAGE, after }, { forceRefetch: true, subscribe: false }));
      const { history, next } = await asked.unwrap();
      return { rows: history, next };
    },
    [dispatch],
  );
  return (
    <>
      <PagedTable
        id="billing-history"
        title={billing.history}
        columns={billing.historyColumns}
        numeric={[3]}
        pages={usePages(load)}
        failed={billing.historyFailed}
        empty={billing.noPayments}
        keyOf={({ id }) => id}
        cellsOf={cellsOf}
      />
      <DownloadButton path="/api/payment/history.csv" name="precis-payments.csv" failed={billing.downloadFailed}>
        {billing.downloadHistory}
      </DownloadButton>
    </>
  );
}

function cellsOf({ id, created_at, plan, payment_method, amount, status, receipt_number }: Payment) {
  return [
    day(created_at),
    planName(plan),
    billing.methods[payment_method] ?? payment_method,
    dollars(amount),
    billing.statuses[status] ?? status,
    <Receipt key="receipt" payment={id} number={receipt_number} />,
  ];
}
