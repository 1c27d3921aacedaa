import { COMMISSION, EXTRA, extraPosting, PAID, PAYMENT, TAKEN_BACK, TERM, unguarded } from './money-world.js';
import { ACCOUNT } from './testing-world.js';

const WALLET = `wallet/${ACCOUNT}`;
/** Adds one cent to a line, and to all balances of its account. */
const oneCentMore = (cents: number) => `
  UPDATE ledger_entries SET amount_cents = amount_cents + ${cents}, balance_cents = balance_cents + ${cents}
  WHERE transfer_id = '${TAKEN_BACK}' AND line = 2;
  UPDATE ledger_accounts SET balance_cents = balance_cents + ${cents} WHERE name = 'expense:referral'`;
const STRANGE_PAYMENT = '99999999-9999-4999-8999-999999999999';
/** A reversal may overdraw the wallet; afterwards it is changed to another reason with the database's checks disabled. */
const overdrawing = extraPosting('commission-reversed', COMMISSION, WALLET, 'revenue:subscription', 1_500);

/** Faults of I1 to I3 and I9, written into billing's database around its triggers. */
export const MONEY_VIOLATIONS = [
  {
    breaks: 'I1 ledger-sums',
    plant: unguarded(oneCentMore(1)),
    undo: unguarded(oneCentMore(-1)),
    says: `transfer ${TAKEN_BACK}: 2 of 2 lines, which sum to 1 cents`,
  },
  {
    breaks: 'I1 ledger-sums',
    plant: unguarded(`UPDATE ledger_transfers SET lines = 3 WHERE id = '${PAID}'`),
    undo: unguarded(`UPDATE ledger_transfers SET lines = 2 WHERE id = '${PAID}'`),
    says: `transfer ${PAID}: 2 of 3 lines, which sum to 0 cents`,
  },
  {
    breaks: 'I2 wallet-balances',
    plant: unguarded(`UPDATE ledger_accounts SET balance_cents = 1001 WHERE name = '${WALLET}'`),
    undo: unguarded(`UPDATE ledger_accounts SET balance_cents = 1000 WHERE name = '${WALLET}'`),
    says: `account ${WALLET} holds 1001 cents after 2 entries: 2 are there, with 1000 cents`,
  },
  {
    breaks: 'I2 wallet-balances',
    plant: unguarded(`UPDATE ledger_accounts SET sequence = 3 WHERE name = '${WALLET}'`),
    undo: unguarded(`UPDATE ledger_accounts SET sequence = 2 WHERE name = '${WALLET}'`),
    says: `account ${WALLET} holds 1000 cents after 3 entries: 2 are there`,
  },
  {
    breaks: 'I2 wallet-balances',
    plant: unguarded(`UPDATE ledger_entries SET balance_cents = 999 WHERE transfer_id = '${TAKEN_BACK}' AND line = 1`),
    undo: unguarded(`UPDATE ledger_entries SET balance_cents = 1000 WHERE transfer_id = '${TAKEN_BACK}' AND line = 1`),
    says: `entry 2 of account ${WALLET} does not continue the previous one`,
  },
  {
    breaks: 'I2 wallet-balances',
    plant: `${overdrawing.plant}
      ${unguarded(`UPDATE ledger_transfers SET kind = 'dispute' WHERE id = '${EXTRA}'`)}`,
    undo: overdrawing.undo,
    says: `entry 3 of account ${WALLET}, a dispute, took it to -500 cents`,
  },
  {
    breaks: 'I3 paid-once',
    plant: unguarded(`UPDATE payments SET term_id = '${STRANGE_PAYMENT}'`),
    undo: unguarded(`UPDATE payments SET term_id = (SELECT id FROM terms)`),
    says: `payment ${PAYMENT} of 8400 cents has 0 terms`,
  },
  {
    breaks: 'I3 paid-once',
    plant: 'UPDATE payments SET amount_cents = 8401',
    undo: 'UPDATE payments SET amount_cents = 8400',
    says: `payment ${PAYMENT} of 8401 cents has 1 terms, shared by 1 payments, and 1 transfers with 8400 cents`,
  },
  {
    breaks: 'I3 paid-once',
    ...extraPosting('payment', STRANGE_PAYMENT, 'psp:stripe', 'revenue:subscription', 900),
    says: `transfer ${EXTRA} is of payment ${STRANGE_PAYMENT}, which is not completed`,
  },
  {
    breaks: 'I3 paid-once',
    ...extraPosting('payment', PAYMENT, 'psp:stripe', 'revenue:subscription', 8_400),
    says: `payment ${PAYMENT} of 8400 cents has 1 terms, shared by 1 payments, and 2 transfers with 16800 cents`,
  },
  {
    breaks: 'I3 paid-once',
    ...extraPosting('refund', PAYMENT, 'revenue:subscription', 'psp:stripe', 100),
    says: `payment ${PAYMENT} of 8400 cents says 0 cents refunded, the ledger 100`,
  },
  {
    breaks: 'I3 paid-once',
    ...extraPosting('refund-failed', PAYMENT, 'psp:stripe', 'revenue:subscription', 100),
    says: `payment ${PAYMENT} of 8400 cents says 0 cents refunded, the ledger -100`,
  },
  {
    breaks: 'I3 paid-once',
    ...extraPosting('dispute-won', PAYMENT, 'psp:stripe', 'revenue:subscription', 100),
    says: `payment ${PAYMENT} says 0 cents went into the wallet and 0 were lost, the ledger 0 and -100`,
  },
  {
    breaks: 'I3 paid-once',
    ...extraPosting('crypto-excess', PAYMENT, 'psp:crypto', WALLET, 100),
    says: `payment ${PAYMENT} says 0 cents went into the wallet and 0 were lost, the ledger 100 and 0`,
  },
  {
    breaks: 'I3 paid-once',
    plant: 'UPDATE payments SET lost_cents = 8400',
    undo: 'UPDATE payments SET lost_cents = 0',
    says: `payment ${PAYMENT} says 0 cents went into the wallet and 8400 were lost, the ledger 0 and 0`,
  },
  {
    breaks: 'I3 paid-once',
    ...extraPosting('commission-reversed', COMMISSION, WALLET, 'expense:referral', 1_001),
    says: `commission ${COMMISSION} was credited with 1260 cents and reversed with 1261`,
  },
  {
    breaks: 'I9 kept-value',
    plant: `UPDATE payments SET disputes = '{"dp_1": "lost"}'`,
    undo: `UPDATE payments SET disputes = '{}'`,
    says: `payment ${PAYMENT}, of which 0 cents are kept, has a value of 1000 cents in terms`,
  },
  {
    breaks: 'I9 kept-value',
    plant: 'UPDATE terms SET refunded_cents = 7399',
    undo: 'UPDATE terms SET refunded_cents = 7400',
    says: `term ${TERM} says its value is 1001 cents, of which 1000 came from payments`,
  },
].map((violation) => ({ in: 'billing', ...violation }));
