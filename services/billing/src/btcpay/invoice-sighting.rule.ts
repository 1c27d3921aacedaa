import type { Sighting } from '../payments/payment-provider.js';

/** What BTCPay says of an invoice. Amounts are cents of the invoice's currency at the invoice's rate. */
export interface InvoiceFacts {
  status: 'New' | 'Processing' | 'Expired' | 'Invalid' | 'Settled';
  additionalStatus: 'None' | 'PaidLate' | 'PaidPartial' | 'Marked' | 'Invalid' | 'PaidOver';
  amountCents: number;
  /** Everything that was sent, also what the chain has not confirmed yet. */
  sentCents: number;
  /** What the chain has confirmed. */
  settledCents: number;
  /** Whether some of what was sent may still be confirmed. */
  isConfirming: boolean;
}

/**
 * An invoice buys a plan when BTCPay calls it settled, never because a payment arrived; of an invoice that ended otherwise every confirmed cent is
 * told, once nothing of it is under way any more (PAY-19, PAY-45).
 */
export function invoiceSighting(invoice: InvoiceFacts): Sighting {
  const { status, additionalStatus, amountCents, sentCents, settledCents, isConfirming } = invoice;
  const partial = additionalStatus === 'PaidPartial' || (sentCents > 0 && sentCents < amountCents);
  // Told too early, a part would go into the wallet whose rest makes the payment whole a block later.
  const finalCents = isConfirming ? 0 : settledCents;
  const seen = { partial, refundedCents: 0, paidCents: finalCents };
  switch (status) {
    case 'New':
      return { ...seen, state: 'open' };
    case 'Processing':
      return { ...seen, state: 'processing', partial: false };
    case 'Settled':
      if (additionalStatus === 'Marked') return { ...seen, state: 'paid', paidCents: settledCents, marked: true };
      return { ...seen, state: 'paid', partial: false, paidCents: settledCents };
    case 'Expired':
      return { ...seen, state: 'expired' };
    case 'Invalid':
      // Closed by us it has ended unpaid, unless a payer who had the page open paid just then: that money is not nowhere.
      return {
        ...seen,
        state: finalCents > 0 || (additionalStatus === 'Marked' && sentCents === 0) ? 'expired' : 'failed',
      };
  }
}
