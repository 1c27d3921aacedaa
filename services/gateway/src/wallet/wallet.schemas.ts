import type { WalletEntry } from '@precis/proto/billing/v1/billing';
import { z } from 'zod';
import { dollarsOf } from '../payment/dollars.js';

export const walletEntry = z.object({
  sequence: z.number().int().describe('Grows by one with each entry of the wallet'),
  created_at: z.number().int().describe('Unix seconds'),
  reason: z.string().describe('payment, refund, commission, commission-reversed, crypto-excess or underpaid'),
  reference: z.string().describe('Id of the payment or commission that it belongs to'),
  amount: z.number().describe('Dollars; negative out of the wallet'),
  balance: z.number().describe('Dollars in the wallet after it'),
});
export const statement = z.object({
  success: z.literal(true),
  wallet_balance: z.number().describe('Dollars, now'),
  entries: z.array(walletEntry),
  next: z.number().int().nullable().describe('Ask again with before = this for older ones; null on the last page'),
});

export function walletEntryView(entry: WalletEntry): z.output<typeof walletEntry> {
  return {
    sequence: entry.sequence,
    created_at: entry.occurredAtSeconds,
    reason: entry.kind,
    reference: entry.reference,
    amount: dollarsOf(entry.amountCents),
    balance: dollarsOf(entry.balanceCents),
  };
}
