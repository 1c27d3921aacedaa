import type { Invariant } from './invariant.js';

/**
 * I1: every transfer has all its lines and they sum to zero, and so does the whole ledger (PAY-20). No grace: a transfer and its lines commit
 * together.
 */
export const ledgerSums: Invariant = {
  name: 'I1 ledger-sums',
  async check(books) {
    const [total] = await books.read(
      'billing',
      `SELECT (SELECT count(*) FROM ledger_transfers)::int AS transfers, count(*)::int AS entries, coalesce(sum(amount_cents), 0)::text AS sum
       FROM ledger_entries`,
    );
    const wrong = await books.read(
      'billing',
      `SELECT t.id, t.lines, count(e.line)::int AS found, coalesce(sum(e.amount_cents), 0)::text AS sum
       FROM ledger_transfers t LEFT JOIN ledger_entries e ON e.transfer_id = t.id
       GROUP BY t.id HAVING count(e.line) <> t.lines OR coalesce(sum(e.amount_cents), 0) <> 0 ORDER BY t.id`,
    );
    const faults = wrong.map(
      ({ id, lines, found, sum }) => `transfer ${id}: ${found} of ${lines} lines, which sum to ${sum} cents`,
    );
    // Lines of a deleted transfer are in no transfer's sum.
    if (total.sum !== '0' && wrong.length === 0) faults.push(`the whole ledger sums to ${total.sum} cents`);
    return { counted: { transfers: total.transfers, entries: total.entries }, faults };
  },
};
