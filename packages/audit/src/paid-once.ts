import type { Finding, Invariant } from './invariant.js';
import type { Book, Books } from './open-books.js';

/** Completed payments, also later refunded or disputed ones, without exactly one term and one transfer of their amount. */
const PAYMENTS = `
  SELECT p.id, p.amount_cents::text AS amount, count(DISTINCT t.id)::int AS terms, paid.transfers, paid.cents::text AS cents,
    (SELECT count(*) FROM payments other WHERE other.term_id = p.term_id)::int AS sharers
  FROM payments p
  LEFT JOIN terms t ON t.id = p.term_id
  LEFT JOIN LATERAL (
    SELECT count(DISTINCT f.id)::int AS transfers, coalesce(sum(e.amount_cents) FILTER (WHERE e.amount_cents > 0), 0) AS cents
    FROM ledger_transfers f JOIN ledger_entries e ON e.transfer_id = f.id WHERE f.kind = 'payment' AND f.reference = p.id::text
  ) paid ON true
  WHERE p.completed_at IS NOT NULL
  GROUP BY p.id, paid.transfers, paid.cents
  HAVING count(DISTINCT t.id) <> 1 OR (SELECT count(*) FROM payments other WHERE other.term_id = p.term_id) <> 1
    OR paid.cents <> p.amount_cents OR paid.transfers <> CASE WHEN p.amount_cents = 0 THEN 0 ELSE 1 END
  ORDER BY p.id`;

const UNPAID = `
  SELECT f.id, f.reference FROM ledger_transfers f
  WHERE f.kind = 'payment' AND NOT EXISTS (SELECT FROM payments p WHERE p.id::text = f.reference AND p.completed_at IS NOT NULL) ORDER BY f.id`;

/** The refunds of a payment in the ledger, minus failed ones, compared with the payment. */
const REFUNDS = `
  SELECT p.id, p.refunded_cents::text AS refunded, p.amount_cents::text AS amount, coalesce(sum(e.amount_cents), 0)::text AS given
  FROM payments p LEFT JOIN (ledger_transfers f JOIN ledger_entries e ON e.transfer_id = f.id
    JOIN ledger_accounts a ON a.id = e.account_id AND a.name = 'revenue:subscription')
    ON f.kind IN ('refund', 'refund-failed') AND f.reference = p.id::text
  GROUP BY p.id HAVING coalesce(sum(e.amount_cents), 0) <> p.refunded_cents OR p.refunded_cents > p.amount_cents ORDER BY p.id`;

/** A payment's crypto that bought nothing, and money that a bank kept, according to the ledger, compared with the payment. */
const ELSEWHERE = `
  SELECT p.id, p.credited_cents::text AS credited, p.lost_cents::text AS lost, found.credited::text AS "inWallet", found.lost::text AS taken
  FROM payments p CROSS JOIN LATERAL (
    SELECT coalesce(sum(e.amount_cents) FILTER (WHERE f.kind IN ('crypto-excess', 'underpaid') AND e.amount_cents > 0), 0) AS credited,
      coalesce(sum(e.amount_cents) FILTER (WHERE f.kind IN ('dispute', 'dispute-won') AND a.name = 'revenue:subscription'), 0) AS lost
    FROM ledger_transfers f JOIN ledger_entries e ON e.transfer_id = f.id JOIN ledger_accounts a ON a.id = e.account_id
    WHERE f.reference = p.id::text
  ) found WHERE found.credited <> p.credited_cents OR found.lost <> p.lost_cents ORDER BY p.id`;

/** Commissions with larger reversals than credits. A reversal may come before its credit, so the youngest are left out. */
const REVERSED = `
  SELECT reference, sum(cents) FILTER (WHERE kind = 'commission')::text AS credited, sum(cents) FILTER (WHERE kind = 'commission-reversed')::text AS reversed
  FROM (
    SELECT f.reference, f.kind, f.posted_at, sum(e.amount_cents) FILTER (WHERE e.amount_cents > 0) AS cents
    FROM ledger_transfers f JOIN ledger_entries e ON e.transfer_id = f.id WHERE f.kind IN ('commission', 'commission-reversed') GROUP BY f.id
  ) c GROUP BY reference
  HAVING coalesce(sum(cents) FILTER (WHERE kind = 'commission-reversed'), 0) > coalesce(sum(cents) FILTER (WHERE kind = 'commission'), 0)
    AND max(posted_at) <= now() - make_interval(secs => $1) ORDER BY reference`;

/**
 * I3: each completed payment has exactly one term and one transfer of its amount, and each completed commission exactly one transfer (PAY-17,
 * REF-1). Nothing was given back twice, and money that bought nothing is in the place that its payment names. Payments settle in one transaction,
 * so they have no grace.
 */
export const paidOnce: Invariant = {
  name: 'I3 paid-once',
  async check(books) {
    const found: Finding = { counted: { payments: 0, commissions: 0 }, faults: [] };
    if (await hasTable(books, 'billing', 'payments')) await lookAtPayments(books, found);
    await lookAtReversals(books, found);
    if (books.has('referrals')) await lookAtCommissions(books, found);
    return found;
  },
};

async function hasTable(books: Books, book: Book, table: string): Promise<boolean> {
  const [{ found }] = await books.read(book, 'SELECT to_regclass($1) IS NOT NULL AS found', [table]);
  return found;
}

async function lookAtPayments(books: Books, { counted, faults }: Finding): Promise<void> {
  const [{ n }] = await books.read('billing', 'SELECT count(*)::int AS n FROM payments WHERE completed_at IS NOT NULL');
  counted.payments = n;
  for (const { id, amount, terms, sharers, transfers, cents } of await books.read('billing', PAYMENTS))
    faults.push(
      `payment ${id} of ${amount} cents has ${terms} terms, shared by ${sharers} payments, and ${transfers} transfers with ${cents} cents`,
    );
  for (const { id, reference } of await books.read('billing', UNPAID))
    faults.push(`transfer ${id} is of payment ${reference}, which is not completed`);
  for (const { id, refunded, amount, given } of await books.read('billing', REFUNDS))
    faults.push(`payment ${id} of ${amount} cents says ${refunded} cents refunded, the ledger ${given}`);
  for (const { id, credited, lost, inWallet, taken } of await books.read('billing', ELSEWHERE))
    faults.push(
      `payment ${id} says ${credited} cents went into the wallet and ${lost} were lost, the ledger ${inWallet} and ${taken}`,
    );
}

async function lookAtReversals(books: Books, { faults }: Finding): Promise<void> {
  for (const { reference, credited, reversed } of await books.read('billing', REVERSED, [books.graceSeconds]))
    faults.push(`commission ${reference} was credited with ${credited ?? 0} cents and reversed with ${reversed}`);
}

/** Ids per page, so that databases of any size can be checked. */
const PAGE = 5_000;

/** Credits that the wallet has according to referrals. The snapshot of referrals is older than billing's, which therefore contains each of them. */
const POSTED = `SELECT id::text, amount_cents::text AS amount FROM commission_entries
  WHERE kind = 'credit' AND state = 'posted' AND id > $1 ORDER BY id LIMIT ${PAGE}`;

const CREDITS = `
  SELECT f.reference, count(DISTINCT f.id)::int AS transfers, coalesce(sum(e.amount_cents) FILTER (WHERE e.amount_cents > 0), 0)::text AS cents
  FROM ledger_transfers f JOIN ledger_entries e ON e.transfer_id = f.id WHERE f.kind = 'commission' AND f.reference = ANY($1) GROUP BY f.reference`;

async function lookAtCommissions(books: Books, { counted, faults }: Finding): Promise<void> {
  const first = '00000000-0000-0000-0000-000000000000';
  for (
    let after = first, page = [];
    (page = await books.read('referrals', POSTED, [after])).length > 0;
    after = page.at(-1)!.id
  ) {
    const credits = await books.read('billing', CREDITS, [page.map(({ id }) => id)]);
    const known = new Map(credits.map((credit) => [credit.reference, credit]));
    counted.commissions += page.length;
    for (const { id, amount } of page) {
      const { transfers = 0, cents = '0' } = known.get(id) ?? {};
      if (transfers !== 1 || cents !== amount)
        faults.push(`commission ${id} of ${amount} cents has ${transfers} transfers with ${cents} cents`);
    }
  }
}
