import type { Payment } from '@precis/proto/billing/v1/billing';
import { type Cell, csvRow } from '../downloads/csv.js';
import type { BillingRpc } from '../rpc-clients.js';

const PAGE = 100;

const COLUMNS: Record<string, (payment: Payment) => Cell> = {
  created_at: ({ createdAtSeconds }) => timeOf(createdAtSeconds),
  completed_at: ({ completedAtSeconds }) => timeOf(completedAtSeconds),
  id: ({ id }) => id,
  receipt_number: ({ receiptNumber }) => receiptNumber || null,
  status: ({ status }) => status,
  plan: ({ plan }) => plan,
  duration: ({ duration }) => duration,
  payment_method: ({ paymentMethod }) => paymentMethod,
  total: ({ totalCents }) => ({ cents: totalCents }),
  credit: ({ creditCents }) => ({ cents: creditCents }),
  amount: ({ amountCents }) => ({ cents: amountCents }),
  refunded: ({ refundedCents }) => ({ cents: refundedCents }),
  starts_at: ({ startsAtSeconds }) => timeOf(startsAtSeconds),
  ends_at: ({ endsAtSeconds }) => timeOf(endsAtSeconds),
  note: ({ note }) => note || null,
};

/** Writes all payments of the account as CSV, newest first, in US dollars (STAT-9). */
export async function* paymentsTable(billing: BillingRpc, accountId: string): AsyncGenerator<string> {
  let text = csvRow(Object.keys(COLUMNS));
  let after = '';
  do {
    const page = await billing.listPayments({ accountId, after, limit: PAGE }, { idempotent: true });
    yield text + page.payments.map((payment) => csvRow(Object.values(COLUMNS).map((cell) => cell(payment)))).join('');
    text = '';
    after = page.next;
  } while (after !== '');
}

const timeOf = (seconds: number) => (seconds === 0 ? null : new Date(seconds * 1_000).toISOString());
