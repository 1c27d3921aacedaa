import type { Invariant } from './invariant.js';

/** The balance of each account compared with the sum of its entries. */
const ACCOUNTS = `
  SELECT a.name, a.balance_cents::text AS balance, a.sequence::text AS sequence, coalesce(a.normal_side * sum(e.amount_cents), 0)::text AS sum,
    count(e.line)::text AS entries
  FROM ledger_accounts a LEFT JOIN ledger_entries e ON e.account_id = a.id
  GROUP BY a.id HAVING a.balance_cents <> coalesce(a.normal_side * sum(e.amount_cents), 0) OR a.sequence <> count(e.line) ORDER BY a.id`;

/** Entries that do not continue from the previous one. */
const STEPS = `
  SELECT name, sequence::text AS sequence FROM (
    SELECT a.name, e.sequence, e.balance_cents, a.normal_side * e.amount_cents AS change,
      coalesce(lag(e.balance_cents) OVER of_account, 0) AS before, coalesce(lag(e.sequence) OVER of_account, 0) AS previous
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
    WINDOW of_account AS (PARTITION BY a.id ORDER BY e.sequence)
  ) s WHERE balance_cents <> before + change OR sequence <> previous + 1 ORDER BY name, s.sequence`;

/** Entries that overdraw a wallet, or overdraw it further. A wallet's debits are positive. */
const OVERDRAWN = `
  SELECT a.name, e.sequence::text AS sequence, e.balance_cents::text AS balance, t.kind
  FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id JOIN ledger_transfers t ON t.id = e.transfer_id
  WHERE a.name LIKE 'wallet/%' AND e.amount_cents > 0 AND e.balance_cents < 0 AND t.kind <> 'commission-reversed' ORDER BY a.name, e.sequence`;

/** I2: every balance is the sum of its account's entries, at every step, and only a reversal may overdraw a wallet (PAY-20). */
export const walletBalances: Invariant = {
  name: 'I2 wallet-balances',
  async check(books) {
    const [counted] = await books.read<{ accounts: number; negative: number }>(
      'billing',
      `SELECT count(*)::int AS accounts, count(*) FILTER (WHERE name LIKE 'wallet/%' AND balance_cents < 0)::int AS negative FROM ledger_accounts`,
    );
    const faults = (await books.read('billing', ACCOUNTS)).map(
      ({ name, balance, sum, sequence, entries }) =>
        `account ${name} holds ${balance} cents after ${sequence} entries: ${entries} are there, with ${sum} cents`,
    );
    // When an account is wrong, each of its later steps is wrong too.
    if (faults.length === 0)
      for (const { name, sequence } of await books.read('billing', STEPS))
        faults.push(`entry ${sequence} of account ${name} does not continue the previous one`);
    for (const { name, sequence, balance, kind } of await books.read('billing', OVERDRAWN))
      faults.push(`entry ${sequence} of account ${name}, a ${kind}, took it to ${balance} cents`);
    return { counted, faults };
  },
};
