/** Ids of the payments in the small world. */
export const PAYMENT = '55555555-5555-4555-8555-555555555555';
export const COMMISSION = '66666666-6666-4666-8666-666666666666';
export const [QUOTE, TERM] = ['77777777-7777-4777-8777-777777777771', '77777777-7777-4777-8777-777777777772'];
const transferId = (n: number) => `88888888-8888-4888-8888-88888888888${n}`;

/** The lines of an ordinary transfer; the database maintains the balances. */
const posting = (n: number, kind: string, reference: string, debited: string, credited: string, cents: number) => `
  INSERT INTO ledger_transfers (id, key, request_hash, kind, reference, lines, posted_at)
  VALUES ('${transferId(n)}', 'world:${n}', '', '${kind}', '${reference}', 2, now() - interval '1 hour');
  INSERT INTO ledger_entries (transfer_id, line, account_id, amount_cents)
  SELECT '${transferId(n)}', line, (SELECT id FROM ledger_accounts a WHERE a.name = v.name), cents
  FROM (VALUES (1, '${debited}', ${cents}), (2, '${credited}', -${cents})) AS v (line, name, cents);`;

/**
 * Writes into billing's database a nearly used yearly term that was bought by card, and a commission in the account's wallet that is partly
 * taken back.
 */
export const moneyOf = (account: string): string => `
  INSERT INTO quotes (id, account_id, plan, duration, months, videos_per_month, catalogue_version, method, kind, lines, total_cents, credit_cents, due_cents,
    prolongation_seconds, starts_at, ends_at, created_at, expires_at)
  VALUES ('${QUOTE}', '${account}', 'basic', 'yearly', 12, 100, 1, 'stripe', 'new', '[]', 8400, 0, 8400, 0, now(), now() + interval '1 year', now(), now());
  INSERT INTO terms (id, account_id, origin, plan, months, videos_per_month, starts_at, ends_at, sold_starts_at, sold_ends_at,
    value_cents, refunded_cents)
  VALUES ('${TERM}', '${account}', 'payment:${PAYMENT}', 'basic', 12, 100, now(), now() + interval '1 year', now(), now() + interval '1 year', 8400, 7400);
  INSERT INTO term_sources (term_id, payment_id, cents, taken_cents, taken_seconds) VALUES ('${TERM}', '${PAYMENT}', 1000, 0, 0);
  INSERT INTO payments (id, account_id, quote_id, method, status, plan, duration, months, total_cents, credit_cents, amount_cents, refunded_cents, lost_cents,
    credited_cents, reclaimed_cents, disputes, referral_code, attempt, created_at, expires_at, completed_at, term_id, receipt_number, note)
  VALUES ('${PAYMENT}', '${account}', '${QUOTE}', 'stripe', 'completed', 'basic', 'yearly', 12, 8400, 0, 8400, 0, 0, 0, 0, '{}', '', 1, now(), now(), now(),
    '${TERM}', 'R-1', '');
  INSERT INTO ledger_accounts (name, normal_side, may_be_negative) VALUES ('wallet/${account}', -1, false);
  ${posting(1, 'payment', PAYMENT, 'psp:stripe', 'revenue:subscription', 8_400)}
  ${posting(2, 'commission', COMMISSION, 'expense:referral', `wallet/${account}`, 1_260)}
  ${posting(3, 'commission-reversed', COMMISSION, `wallet/${account}`, 'expense:referral', 260)}`;

/** Runs statements without the constraints and triggers that protect the ledger. */
export const unguarded = (statements: string) => `SET session_replication_role = replica; ${statements}`;

/** An additional transfer, and the statements that remove it without a trace. */
export const extraPosting = (kind: string, reference: string, debited: string, credited: string, cents: number) => ({
  plant: posting(4, kind, reference, debited, credited, cents),
  undo: unguarded(`
    UPDATE ledger_accounts a SET sequence = a.sequence - 1, overdrawn_cents = 0, balance_cents = a.balance_cents - a.normal_side * e.amount_cents
    FROM ledger_entries e WHERE e.account_id = a.id AND e.transfer_id = '${transferId(4)}';
    DELETE FROM ledger_entries WHERE transfer_id = '${transferId(4)}'; DELETE FROM ledger_transfers WHERE id = '${transferId(4)}'`),
});
export const [PAID, TAKEN_BACK, EXTRA] = [1, 3, 4].map(transferId);
