import type { Payment } from './payment.entity.js';
import type { Sighting } from './payment-provider.js';

/** The effect of a sighting on a payment. Amounts are US cents. */
export interface Verdict {
  becomes?: 'processing' | 'completed' | 'failed' | 'expired';
  /** The reason of a payment that ends unpaid, as in payment-failed. */
  reason?: 'declined' | 'expired' | 'underpaid' | 'invalid';
  /** Money that bought nothing and goes into the payer's wallet now. */
  toWalletCents: number;
  kind: 'crypto-excess' | 'underpaid';
  /** Part of the price that is taken out of the wallet again: it was put there when only that part had arrived. */
  fromWalletCents: number;
  /** When absent, the stored note stays. */
  note?: string;
}

export const NOTES = {
  partial: 'Partial payment received',
  marked: 'Settled by hand',
  excess: 'What was paid beyond the amount due is in your wallet',
  credited: 'What was paid is in your wallet',
};

/** Facts besides the payment and the sighting that decide whether money buys the plan. */
export interface SettlementContext {
  /** Whether the plan can still be bought. */
  isSellable: boolean;
  /** The balance of the account's wallet. */
  walletCents: number;
}

/**
 * A payment takes the state of its provider's checkout, never a lower one than before. The full amount buys the term, also when it is late. Crypto
 * beyond the amount, below it, or too late for a plan that is no longer sold goes into the wallet; of a growing amount only the difference is moved
 * (PAY-17, PAY-18, PAY-19).
 */
export function judge(payment: Payment, sighting: Sighting, context: SettlementContext): Verdict {
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
  if (isEnough(payment, sighting) && buys(payment, sighting, inWallet, context))
    return fulfilment(payment, sighting, inWallet, context);
  return {
    ...nothing,
    kind: paidCents >= payment.amountCents ? 'crypto-excess' : 'underpaid',
    toWalletCents: Math.max(0, paidCents - inWallet),
    ...(unsettled && { becomes: 'expired', reason: paidCents > 0 || sighting.partial ? 'underpaid' : 'expired' }),
    ...(paidCents > 0 && { note: NOTES.credited }),
  };
}

/** A card is charged exactly the amount due: a sighting with another amount cannot belong to this payment. */
export function isForeign(payment: Payment, { state, paidCents }: Sighting): boolean {
  return payment.method === 'stripe' && (paidCents > 0 || state === 'paid') && paidCents !== payment.amountCents;
}

function isEnough(payment: Payment, { state, paidCents, marked }: Sighting): boolean {
  return (state === 'paid' && marked === true) || paidCents >= payment.amountCents;
}

/** Late crypto buys the plan while it is sold, unless the full price is already in the wallet, or a part was spent there. */
function buys(payment: Payment, sighting: Sighting, inWallet: number, context: SettlementContext): boolean {
  if (payment.method !== 'crypto' || sighting.marked) return true;
  const isLate = sighting.state === 'expired' || !(payment.isOpen || payment.status === 'processing');
  if (isLate && !context.isSellable) return false;
  const reclaim = reclaimOf(payment, sighting, inWallet);
  return inWallet < payment.amountCents && (reclaim === 0 || context.walletCents >= reclaim);
}

function fulfilment(payment: Payment, sighting: Sighting, inWallet: number, context: SettlementContext): Verdict {
  const excess = excessOf(payment, sighting.paidCents);
  const reclaim = reclaimOf(payment, sighting, inWallet);
  return {
    becomes: 'completed',
    kind: 'crypto-excess',
    toWalletCents: Math.max(0, excess - inWallet),
    fromWalletCents: Math.max(0, Math.min(reclaim, context.walletCents, payment.amountCents)),
    note: sighting.marked ? NOTES.marked : excess > 0 ? NOTES.excess : '',
  };
}

function reclaimOf(payment: Payment, sighting: Sighting, inWallet: number): number {
  return Math.max(0, inWallet - excessOf(payment, sighting.paidCents));
}

function excessOf(payment: Payment, paidCents: number): number {
  return payment.method === 'crypto' ? Math.max(0, paidCents - payment.amountCents) : 0;
}
