import { EVENTS } from '@precis/events/catalogue/events';

/** Ids of the commissions in the small world. */
const PAYMENT = '55555555-5555-4555-8555-555555555555';
const COMMISSION = '66666666-6666-4666-8666-666666666666';
const PAYER = '12121212-1212-4212-8212-121212121212';

const hex = (payload: Uint8Array) => Buffer.from(payload).toString('hex');
const paid = {
  ...{
    paymentId: PAYMENT,
    userId: PAYER,
    method: 'stripe',
    plan: 'basic',
    months: 12,
    totalCents: 8_400,
    amountCents: 8_400,
  },
  ...{ referralCode: '', startsAtSeconds: 1, endsAtSeconds: 2, receiptNumber: 'R-1', completedAtSeconds: 1 },
};
const asked = EVENTS.commissionApproved.of(
  { commissionId: COMMISSION, userId: 'k', paymentId: PAYMENT, amountCents: 1_260 },
  new Date(),
);
/** The payloads of the world's events in hexadecimal, where the audit reads them; the others are empty. */
export const PAYLOADS: Record<string, string> = {
  'payment-completed': hex(EVENTS.paymentCompleted.of(paid, new Date()).payload),
  'commission-approved': hex(asked.payload),
};

/** The rows of referrals' database: a payer, whom the account referred, and the commission of a payment, partly taken back. */
export const referralsOf = (account: string): string => `
  INSERT INTO accounts (account_id, registered_at, verified_at) VALUES ('${account}', now(), now());
  INSERT INTO accounts (account_id, registered_at, verified_at, sign_up_owner, referrer_id, attributed_by, attributed_at, attributed_from)
  VALUES ('${PAYER}', now(), now(), '${account}', '${account}', 'sign-up', now(), 0);
  INSERT INTO payments (payment_id, account_id, state, amount_cents, seen_at) VALUES ('${PAYMENT}', '${PAYER}', 'completed', 8400, now());
  INSERT INTO commissions (id, payment_id, referrer_id, referred_id, paid_cents, rate_bps, amount_cents, status, owed_cents, credited_cents, reversed_cents, created_at)
  VALUES ('${COMMISSION}', '${PAYMENT}', '${account}', '${PAYER}', 8400, 1500, 1260, 'completed', 1000, 1260, 260, now());
  INSERT INTO commission_entries (id, commission_id, number, kind, cause, amount_cents, state) VALUES
    ('${COMMISSION}', '${COMMISSION}', 1, 'credit', 'payment', 1260, 'posted'),
    ('${COMMISSION.replaceAll('6', '7')}', '${COMMISSION}', 2, 'reversal', 'refund:R', 260, 'announced');`;

const ENTRIES = `INSERT INTO commission_entries SELECT * FROM kept_entries; DROP TABLE kept_entries`;
/** A credit that billing was asked for an hour ago and has not answered. */
const UNANSWERED = `
  UPDATE commission_entries SET state = 'waiting' WHERE number = 2;
  UPDATE commission_entries SET state = 'announced' WHERE number = 1;
  UPDATE commissions SET status = 'approved', credited_cents = 0, reversed_cents = 0`;

/** Faults of the invariant of commissions. */
export const REFERRAL_VIOLATIONS = [
  {
    plant: `UPDATE payments SET state = 'pending'; CREATE TABLE kept_entries AS TABLE commission_entries; DELETE FROM commission_entries;
      CREATE TABLE kept AS TABLE commissions; DELETE FROM commissions`,
    undo: `UPDATE payments SET state = 'completed'; INSERT INTO commissions SELECT * FROM kept; DROP TABLE kept; ${ENTRIES}`,
    says: `payment ${PAYMENT} of 8400 cents is pending at referrals`,
  },
  {
    plant: `CREATE TABLE kept_entries AS TABLE commission_entries; DELETE FROM commission_entries; CREATE TABLE kept AS TABLE commissions; DELETE FROM commissions`,
    undo: `INSERT INTO commissions SELECT * FROM kept; DROP TABLE kept; ${ENTRIES}`,
    says: `payment ${PAYMENT} of 8400 cents should earn 1260 cents, and earns nothing`,
  },
  {
    plant: `UPDATE commissions SET paid_cents = 8407, amount_cents = 1261`,
    undo: `UPDATE commissions SET paid_cents = 8400, amount_cents = 1260`,
    says: `payment ${PAYMENT} of 8400 cents should earn 1260 cents, and earns 1261`,
  },
  {
    plant: `UPDATE commissions SET reversed_cents = 261`,
    undo: `UPDATE commissions SET reversed_cents = 260`,
    says: `commission ${COMMISSION} is completed with 1000 cents owed, 1260 credited, 261 reversed: its 2 movements gave 1260 and took 260`,
  },
  {
    plant: UNANSWERED,
    undo: `UPDATE commission_entries SET state = 'posted' WHERE number = 1; UPDATE commission_entries SET state = 'announced' WHERE number = 2;
      UPDATE commissions SET status = 'completed', credited_cents = 1260, reversed_cents = 260`,
    says: `billing has not answered for credit ${COMMISSION}`,
  },
].map((violation) => ({ breaks: 'commissions', in: 'referrals', ...violation }));
