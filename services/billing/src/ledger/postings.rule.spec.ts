import {
  commissionPosting,
  commissionReversalPosting,
  completedCryptoPosting,
  cryptoToWalletPosting,
  disputePosting,
  paymentPosting,
  refundFailedPosting,
  refundPosting,
} from './postings.rule.js';

const card = { method: 'stripe' } as const;
/** One transfer of every kind. */
const all = () => [
  paymentPosting('p1', card, 900),
  paymentPosting('p2', { method: 'wallet', accountId: 'a' }, 900),
  completedCryptoPosting('p3', 'a', 900, 400),
  refundPosting('r1', 'p1', card, 500),
  refundFailedPosting('p1', 300, 300),
  refundFailedPosting('p1', 200, 500),
  commissionPosting('c1', 'a', 135),
  commissionReversalPosting('v1', 'c1', 'a', 35),
  cryptoToWalletPosting('p3', 'a', 'underpaid', 400, 400),
  cryptoToWalletPosting('p3', 'a', 'crypto-excess', 100, 500),
  disputePosting('p1', 'd1', 'open', 900),
  disputePosting('p1', 'd2', 'open', 900),
  disputePosting('p1', 'd1', 'lost', 900),
  disputePosting('p1', 'd1', 'won', 900, true),
];
const keys = () => all().map(({ key }) => key);

it('a transfer always has the same key, so that it is posted once (PAY-25)', () => {
  expect(keys()).toEqual(keys());
});

it('different transfers have different keys', () => {
  expect(new Set(keys()).size).toBe(all().length);
});

it('every transfer sums to zero (PAY-20)', () => {
  for (const { lines } of all()) expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
});
