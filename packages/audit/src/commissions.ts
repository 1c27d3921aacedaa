import { EVENTS } from '@precis/events/catalogue/events';
import type { Finding, Invariant } from './invariant.js';
import type { Books } from './open-books.js';

/** Rows held at once, so that databases of any size can be checked. */
const PAGE = 5_000;
/** A credit may take this many times the grace of an event: to billing, and back. */
const GRACES = 5;

const COMPLETED = `SELECT position, payload FROM outbox WHERE type = 'payment-completed' AND position > $1
  AND published_at <= now() - make_interval(secs => $2) ORDER BY position LIMIT ${PAGE}`;

/** The data of referrals on these payments. `earns`: its payer already had a referrer, who still exists. */
const KNOWN = `
  SELECT p.payment_id, p.account_id, p.state, p.amount_cents::text AS cents, c.id, c.paid_cents::text AS paid, c.amount_cents::text AS amount,
    (p.amount_cents * coalesce(c.rate_bps, 1500) / 10000)::text AS expected, a.referrer_id IS NOT NULL AND p.place >= a.attributed_from AND r.erased_at IS NULL AS earns
  FROM payments p JOIN accounts a USING (account_id) LEFT JOIN accounts r ON r.account_id = a.referrer_id
  LEFT JOIN commissions c USING (payment_id) WHERE p.payment_id = ANY($1)`;

/** Commissions whose sums differ from those of their movements, or that moved before their payment was completed. */
const OFF = `
  SELECT c.id, c.status, c.owed_cents::text AS owed, c.credited_cents::text AS credited, c.reversed_cents::text AS reversed, p.state,
    e.given::text AS given, e.taken::text AS taken, e.moves
  FROM commissions c JOIN payments p USING (payment_id) CROSS JOIN LATERAL (
    SELECT count(*)::int AS moves,
      coalesce(sum(amount_cents) FILTER (WHERE kind = 'credit' AND state = 'posted'), 0) AS given,
      coalesce(sum(amount_cents) FILTER (WHERE kind = 'reversal' AND state = 'announced'), 0) AS taken,
      coalesce(sum(CASE kind WHEN 'credit' THEN amount_cents ELSE -amount_cents END) FILTER (WHERE state <> 'refused'), 0) AS left_over
    FROM commission_entries WHERE commission_id = c.id
  ) e
  WHERE c.credited_cents <> e.given OR c.reversed_cents <> e.taken OR (e.moves > 0 AND c.owed_cents <> e.left_over)
    OR (e.moves > 0 AND (c.status = 'pending' OR p.state <> 'completed')) OR (e.moves = 0 AND c.status NOT IN ('pending', 'failed'))
    OR (c.status IN ('completed', 'reversed') AND e.given - e.taken <> c.owed_cents)
  ORDER BY c.id`;

const UNANSWERED = `SELECT e.id::text, c.referrer_id FROM commission_entries e JOIN commissions c ON c.id = e.commission_id
  WHERE e.kind = 'credit' AND e.state = 'announced' ORDER BY e.id`;

const ASKED = `SELECT payload FROM outbox WHERE type = 'commission-approved' AND key = ANY($1)
  AND published_at <= now() - make_interval(secs => $2)`;

/**
 * Each completed payment of a referred account has exactly one commission, of 15% rounded down, and none when that is less than a cent (REF-1,
 * REF-14). A commission equals the sum of its movements (REF-2), and billing answers every requested credit. I3 checks that an answered credit is
 * one transfer of billing's ledger.
 */
export const commissions: Invariant = {
  name: 'commissions',
  async check(books) {
    const [{ n }] = await books.read('referrals', 'SELECT count(*)::int AS n FROM commissions');
    const found: Finding = { counted: { payments: 0, commissions: n }, faults: [] };
    await everyPaymentHasItsCommission(books, found);
    for (const off of await books.read('referrals', OFF))
      found.faults.push(
        `commission ${off.id} is ${off.status} with ${off.owed} cents owed, ${off.credited} credited, ${off.reversed} reversed: its ${off.moves} movements gave ${off.given} and took ${off.taken}, its payment is ${off.state}`,
      );
    await everyCreditIsAnswered(books, found);
    return found;
  },
};

async function everyPaymentHasItsCommission(books: Books, { counted, faults }: Finding): Promise<void> {
  for (
    let after = '0', page = [];
    (page = await books.read('billing', COMPLETED, [after, books.graceSeconds])).length > 0;
    after = page.at(-1)!.position
  ) {
    const announced = page.map(({ payload }) => EVENTS.paymentCompleted.decode(payload));
    const rows = await books.read('referrals', KNOWN, [announced.map(({ paymentId }) => paymentId)]);
    const known = new Map(rows.map((row) => [row.payment_id as string, row]));
    counted.payments += page.length;
    for (const { paymentId, userId, amountCents } of announced) {
      const row = known.get(paymentId);
      if (row?.state !== 'completed' || row.account_id !== userId || row.cents !== String(amountCents))
        faults.push(
          `payment ${paymentId} of ${amountCents} cents is ${row?.state ?? 'not known'} at referrals with ${row?.cents ?? 0} cents`,
        );
      else if (
        row.id === null ? row.earns && row.expected !== '0' : row.paid !== row.cents || row.amount !== row.expected
      )
        faults.push(
          `payment ${paymentId} of ${row.cents} cents should earn ${row.expected} cents, and earns ${row.amount ?? 'nothing'}`,
        );
    }
  }
}

async function everyCreditIsAnswered(books: Books, { faults }: Finding): Promise<void> {
  const waiting = await books.read('referrals', UNANSWERED);
  if (waiting.length === 0) return;
  const asked = await books.read('referrals', ASKED, [
    [...new Set(waiting.map((credit) => credit.referrer_id))],
    GRACES * books.graceSeconds,
  ]);
  const late = new Set(asked.map(({ payload }) => EVENTS.commissionApproved.decode(payload).commissionId));
  for (const { id } of waiting) if (late.has(id)) faults.push(`billing has not answered for credit ${id}`);
}
