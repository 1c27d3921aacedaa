import { z } from 'zod';
import { centsOf, type Decimal, less, readDecimal, sumOf, times } from './exact-decimal.js';

/** Amounts come as strings; a number in their place has been through a float already. */
const decimal = z.string().transform((text, context) => {
  const read = readDecimal(text);
  if (read) return read;
  context.addIssue({ code: 'custom', message: 'expected a decimal number' });
  return z.NEVER;
});
const cents = decimal.transform((amount, context) => {
  const read = centsOf(amount);
  if (read !== undefined) return read;
  context.addIssue({ code: 'custom', message: 'no payment has so much' });
  return z.NEVER;
});
const MOST_UNIX_SECONDS = 100_000_000_000;
const unixSeconds = z.number().int().min(1).max(MOST_UNIX_SECONDS);
const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** What we read of an invoice; all else of it is passed over. */
export const invoiceSchema = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  storeId: z.string(),
  currency: z.string(),
  /** Exact: an invoice over 84.001 is none of ours. */
  amount: decimal,
  paidAmount: cents,
  checkoutLink: z.string().max(2_000).refine(isWebAddress),
  createdTime: unixSeconds,
  expirationTime: unixSeconds,
  monitoringExpiration: unixSeconds,
  status: z.enum(['New', 'Processing', 'Expired', 'Invalid', 'Settled']),
  additionalStatus: z.enum(['None', 'PaidLate', 'PaidPartial', 'Marked', 'Invalid', 'PaidOver']),
  metadata: z.object({ orderId: z.string().nullish(), attempt: z.unknown() }),
});
export type Invoice = z.output<typeof invoiceSchema>;

export const invoicesSchema = z.array(invoiceSchema).max(100);

const payment = z.object({ value: decimal, fee: decimal, status: z.enum(['Invalid', 'Processing', 'Settled']) });
type Received = z.output<typeof payment>;

/** By which ways an invoice was paid, each with its rate: the invoice's own amount counts what is not confirmed, too. */
export const paymentMethodsSchema = z
  .array(z.object({ rate: decimal, payments: z.array(payment).max(1_000) }))
  .max(100)
  .transform((methods, context) => {
    const settled = sumOf(methods.map(({ rate, payments }) => times(rate, sumOf(payments.map(netOfSettled)))));
    const settledCents = centsOf(settled);
    const isConfirming = methods.some(({ payments }) => payments.some(({ status }) => status === 'Processing'));
    if (settledCents !== undefined) return { settledCents, isConfirming };
    context.addIssue({ code: 'custom', message: 'no payment has so much' });
    return z.NEVER;
  });
export type Tally = z.output<typeof paymentMethodsSchema>;

/** The fee is what the payer's method costs the shop; the invoice is paid by the rest. */
function netOfSettled({ value, fee, status }: Received): Decimal {
  return status === 'Settled' ? less(value, fee) : { units: 0n, scale: 0 };
}
