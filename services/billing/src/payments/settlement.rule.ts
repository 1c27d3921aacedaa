import type { Payment } from './payment.entity.js';
import type { Sighting } from './payment-provider.js';

/** What a sighting makes of a payment. Amounts are US cents. */
export interface Verdict {
  becomes?: 'processing' | 'completed' | 'failed' | 'expired';
  /** Of a payment that ends unpaid, as payment-failed says it. */
  reason?: 'declined' | 'expired' | 'underpaid' | 'invalid';
  /** Money that bought nothing, to be put into the payer's wallet now. */
  toWalletCents: number;
  kind: 'crypto-excess' | 'underpaid';
  /** Part of the price, taken out of the wallet again: it was put there when only that part had come. */
  fromWalletCents: number;
  /** Absent: what was noted stays. */
  note?: string;
}

export const NOTES = {
  partial: 'Partial payment received',
  marked: 'Settled by hand',
  excess: 'What was paid beyond the amount due is in your wallet',
  credited: 'What was paid is in your wallet',
};

/** What else decides about late money. */
export interface Surroundings {
  /** Whether the plan can still be bought. */
  isSellable: boolean;
  walletCents: number;
}

/**
 * A payment becomes what its provider's checkout is, never less than it was. The whole amount buys the term, also when it comes late. Crypto beyond
 * it, less than it, or too late for a plan that is gone ends in the wallet; of amounts that grow only the difference does (PAY-17, PAY-18, PAY-19).
 */
export function judge(payment: Payment, sighting: Sighting, around: Surroundings): Verdict {
  const { state, paidCents } = sighting;
  const inWallet = payment.creditedCents - payment.reclaimedCents;
  const nothing: Verdict = { toWalletCents: 0, fromWalletCents: 0, kind: 'crypto-excess' };
  if (payment.isFulfilled) {
    const excess = excessOf(payment, paidCents) - inWallet;
    return excess > 0 ? { ...nothing, toWalletCents: excess, note: NOTES.excess } : nothing;
  }
  if (state === 'open') return sighting.partial && payment.isOpen ? { ...nothing, note: NOTES.partial } : nothing;
  if (state === 'processing') return payment.isOpen ? { ...nothing, becomes: 'processing' } : nothing;
  const unsettled = payment.isOpen || payment.status === 'processing';
  if (state === 'failed')
    return unsettled
      ? { ...nothing, becomes: 'failed', reason: payment.method === 'crypto' ? 'invalid' : 'declined' }
      : nothing;
  if (isEnough(payment, sighting) && buys(payment, sighting, inWallet, around))
    return fulfilment(payment, sighting, inWallet, around);
  return {
    ...nothing,
    kind: paidCents >= payment.amountCents ? 'crypto-excess' : 'underpaid',
    toWalletCents: Math.max(0, paidCents - inWallet),
    ...(unsettled && { becomes: 'expired', reason: paidCents > 0 || sighting.partial ? 'underpaid' : 'expired' }),
    ...(paidCents > 0 && { note: NOTES.credited }),
  };
}

/** A card is charged what is due and nothing else: a provider that says otherwise speaks of something that is not this payment. */
export function isForeign(payment: Payment, { state, paidCents }: Sighting): boolean {
  return payment.method === 'stripe' && (paidCents > 0 || state === 'paid') && paidCents !== payment.amountCents;
}

function isEnough(payment: Payment, { state, paidCents, marked }: Sighting): boolean {
  return (state === 'paid' && marked === true) || paidCents >= payment.amountCents;
}

/** Late crypto buys the plan while it is sold, unless the whole price has gone into the wallet before, or a part that was spent there. */
function buys(payment: Payment, sighting: Sighting, inWallet: number, around: Surroundings): boolean {
  if (payment.method !== 'crypto' || sighting.marked) return true;
  const isLate = sighting.state === 'expired' || !(payment.isOpen || payment.status === 'processing');
  if (isLate && !around.isSellable) return false;
  const reclaim = reclaimOf(payment, sighting, inWallet);
  return inWallet < payment.amountCents && (reclaim === 0 || around.walletCents >= reclaim);
}

function fulfilment(payment: Payment, sighting: Sighting, inWallet: number, around: Surroundings): Verdict {
  const excess = excessOf(payment, sighting.paidCents);
  const reclaim = reclaimOf(payment, sighting, inWallet);
  return {
    becomes: 'completed',
    kind: 'crypto-excess',
    toWalletCents: Math.max(0, excess - inWallet),
    fromWalletCents: Math.max(0, Math.min(reclaim, around.walletCents, payment.amountCents)),
    note: sighting.marked ? NOTES.marked : excess > 0 ? NOTES.excess : '',
  };
}

function reclaimOf(payment: Payment, sighting: Sighting, inWallet: number): number {
  return Math.max(0, inWallet - excessOf(payment, sighting.paidCents));
}

function excessOf(payment: Payment, paidCents: number): number {
  return payment.method === 'crypto' ? Math.max(0, paidCents - payment.amountCents) : 0;
}
