import type { Finding, Invariant } from './invariant.js';

/** Finds payments whose value in terms that could last or be credited exceeds the money that was kept: refunded or lost money must buy nothing. */
const PAYMENTS = `
  SELECT p.id, kept.cents::text AS kept, sum(s.cents)::text AS worth
  FROM payments p
  CROSS JOIN LATERAL (
    SELECT CASE WHEN jsonb_path_exists(p.disputes, '$.* ? (@ == "lost")') THEN 0 ELSE p.amount_cents - p.refunded_cents END AS cents
  ) kept
  JOIN term_sources s ON s.payment_id = p.id
  JOIN terms t ON t.id = s.term_id AND t.credited_to IS NULL AND t.ended_at IS NULL
  GROUP BY p.id, kept.cents HAVING sum(s.cents) > kept.cents ORDER BY p.id`;

/** Finds terms whose value exceeds what came from all their payments. */
const TERMS = `
  SELECT t.id, (t.value_cents - t.refunded_cents)::text AS says, sum(s.cents)::text AS came
  FROM terms t JOIN term_sources s ON s.term_id = t.id
  WHERE t.credited_to IS NULL AND t.ended_at IS NULL
  GROUP BY t.id HAVING t.value_cents - t.refunded_cents > sum(s.cents) ORDER BY t.id`;

/**
 * I9: the value of terms never exceeds the money that they came from and that was not taken back (PAY-70). Money and terms change in one
 * transaction, so there is no grace. Terms that were sold before their sources were kept are left out until their account changes.
 */
export const keptValue: Invariant = {
  name: 'I9 kept-value',
  async check(books) {
    const found: Finding = { counted: { sources: 0 }, faults: [] };
    const [{ exists }] = await books.read('billing', `SELECT to_regclass('term_sources') IS NOT NULL AS exists`);
    if (!exists) return found;
    const [{ n }] = await books.read('billing', 'SELECT count(*)::int AS n FROM term_sources');
    found.counted.sources = n;
    for (const { id, kept, worth } of await books.read('billing', PAYMENTS))
      found.faults.push(`payment ${id}, of which ${kept} cents are kept, has a value of ${worth} cents in terms`);
    for (const { id, says, came } of await books.read('billing', TERMS))
      found.faults.push(`term ${id} says its value is ${says} cents, of which ${came} came from payments`);
    return found;
  },
};
