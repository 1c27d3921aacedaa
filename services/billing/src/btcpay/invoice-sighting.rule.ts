import type { Sighting } from '../payments/payment-provider.js';

/** What BTCPay reports about an invoice. Amounts are cents of the invoice's currency at the invoice's rate. */
export interface InvoiceFacts {
  status: 'New' | 'Processing' | 'Expired' | 'Invalid' | 'Settled';
  additionalStatus: 'None' | 'PaidLate' | 'PaidPartial' | 'Marked' | 'Invalid' | 'PaidOver';
  amountCents: number;
  /** All money that was sent, including unconfirmed money. */
  sentCents: number;
  /** Money that the blockchain has confirmed. */
  settledCents: number;
  /** Whether some of the sent money may still be confirmed. */
  isConfirming: boolean;
}

/**
 * An invoice buys a plan only when BTCPay calls it settled, never because a payment arrived. For an invoice that ended otherwise, every confirmed
 * cent is reported, once no more confirmation is pending (PAY-19, PAY-45).
 */
export function invoiceSighting(invoice: InvoiceFacts): Sighting {
  const { status, additionalStatus, amountCents, sentCents, settledCents, isConfirming } = invoice;
  const partial = additionalStatus === 'PaidPartial' || (sentCents > 0 && sentCents < amountCents);
  // If a part were reported too early, it would go into the wallet although its rest completes the payment a block later.
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
      // An invoice that we closed has ended unpaid, unless a payer with the open page paid at that moment: that money must be found too.
      return {
        ...seen,
        state: finalCents > 0 || (additionalStatus === 'Marked' && sentCents === 0) ? 'expired' : 'failed',
      };
  }
}
