/**
 * An account of the ledger. `psp:...` is our money at a payment provider, `expense:dispute` the money in open disputes. `wallet/<account id>` belongs
 * to a user; the others are ours.
 */
export type LedgerAccount =
  | 'psp:stripe'
  | 'psp:crypto'
  | 'revenue:subscription'
  | 'expense:referral'
  | 'expense:dispute'
  | `wallet/${string}`;

/** The purpose of a transfer; the owner of a wallet sees it in the entries. */
export type TransferKind =
  | 'payment'
  | 'refund'
  | 'refund-failed'
  | 'dispute'
  | 'dispute-won'
  | 'commission'
  | 'commission-reversed'
  | 'crypto-excess'
  | 'underpaid';

/** One side of a transfer: positive cents are a debit, negative ones a credit. A wallet's balance is its credits minus its debits. */
export interface Line {
  account: LedgerAccount;
  amountCents: number;
}

/** A transfer that is posted once per `key`; its lines sum to zero (PAY-20). */
export interface Transfer {
  key: string;
  kind: TransferKind;
  /** The id of the payment or commission that it belongs to. */
  reference: string;
  lines: Line[];
}

/** Where the money of a payment method comes from. */
export type MoneySource = { method: 'stripe' | 'crypto' } | { method: 'wallet'; accountId: string };

export function walletOf(accountId: string): LedgerAccount {
  return `wallet/${accountId}`;
}

/** The owner of a wallet; undefined for an account of ours. */
export function walletOwner(account: LedgerAccount): string | undefined {
  return account.startsWith('wallet/') ? account.slice('wallet/'.length) : undefined;
}

function sourceOf(source: MoneySource): LedgerAccount {
  return source.method === 'wallet' ? walletOf(source.accountId) : `psp:${source.method}`;
}

/** The two lines that move cents from `credited` to `debited`. The amount must not be zero: callers skip such transfers. */
function move(debited: LedgerAccount, credited: LedgerAccount, cents: number): Line[] {
  return [
    { account: debited, amountCents: cents },
    { account: credited, amountCents: -cents },
  ];
}

/** A payment is revenue, whether it came by card, crypto or from the wallet (PAY-20). */
export function paymentPosting(paymentId: string, source: MoneySource, cents: number): Transfer {
  const lines = move(sourceOf(source), 'revenue:subscription', cents);
  return { key: `pay:${paymentId}`, kind: 'payment', reference: paymentId, lines };
}

/** A refund goes back the way the money came (PAY-22). */
export function refundPosting(refundId: string, paymentId: string, to: MoneySource, cents: number): Transfer {
  const lines = move('revenue:subscription', sourceOf(to), cents);
  return { key: `refund:${refundId}`, kind: 'refund', reference: paymentId, lines };
}

/**
 * A refund failed after it was booked: its money is revenue again (PAY-63). `failedCents`: all failed refunds of this payment so far, including this
 * one.
 */
export function refundFailedPosting(paymentId: string, cents: number, failedCents: number): Transfer {
  const lines = move('psp:stripe', 'revenue:subscription', cents);
  return { key: `refund-failed:${paymentId}:${failedCents}`, kind: 'refund-failed', reference: paymentId, lines };
}

/** A commission is paid into its referrer's wallet (REF-2). */
export function commissionPosting(commissionId: string, accountId: string, cents: number): Transfer {
  const lines = move('expense:referral', walletOf(accountId), cents);
  return { key: `commission:${commissionId}`, kind: 'commission', reference: commissionId, lines };
}

/** A reversal takes a commission back, even from a wallet that holds less (PAY-20, REF-2). */
export function commissionReversalPosting(
  reversalId: string,
  commissionId: string,
  accountId: string,
  cents: number,
): Transfer {
  const lines = move(walletOf(accountId), 'expense:referral', cents);
  return { key: `commission-reversal:${reversalId}`, kind: 'commission-reversed', reference: commissionId, lines };
}

/**
 * Crypto that bought nothing, or exceeded the amount due, goes into the payer's wallet (PAY-19). `creditedCents`: all such money of this payment so
 * far, including this.
 */
export function cryptoToWalletPosting(
  paymentId: string,
  accountId: string,
  kind: 'crypto-excess' | 'underpaid',
  cents: number,
  creditedCents: number,
): Transfer {
  const lines = move('psp:crypto', walletOf(accountId), cents);
  return { key: `crypto:${paymentId}:${creditedCents}`, kind, reference: paymentId, lines };
}

/** The rest of a crypto payment arrived when its first part was already in the wallet: the payment takes that part out again (PAY-19). */
export function completedCryptoPosting(
  paymentId: string,
  accountId: string,
  cents: number,
  fromWalletCents: number,
): Transfer {
  const posting = paymentPosting(paymentId, { method: 'crypto' }, cents);
  const fresh = cents - fromWalletCents;
  const sources: Line[] = [{ account: walletOf(accountId), amountCents: fromWalletCents }];
  if (fresh > 0) sources.push({ account: 'psp:crypto', amountCents: fresh });
  return { ...posting, lines: [...sources, ...posting.lines.filter(({ amountCents }) => amountCents < 0)] };
}

/**
 * The bank takes disputed money immediately. When the dispute is won, the money returns; when it is lost, it is no longer revenue, unless an appeal
 * is won (`wasLost`) (PAY-38).
 */
export function disputePosting(
  paymentId: string,
  disputeId: string,
  state: 'open' | 'won' | 'lost',
  cents: number,
  wasLost = false,
): Transfer {
  const key = `dispute-${state}:${paymentId}:${disputeId}`;
  const kind = state === 'won' ? 'dispute-won' : 'dispute';
  const lines = {
    open: move('expense:dispute', 'psp:stripe', cents),
    won: move('psp:stripe', wasLost ? 'revenue:subscription' : 'expense:dispute', cents),
    lost: move('revenue:subscription', 'expense:dispute', cents),
  };
  return { key, kind, reference: paymentId, lines: lines[state] };
}
