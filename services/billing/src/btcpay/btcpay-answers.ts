import { z } from 'zod';
import { centsOf, type Decimal, less, readDecimal, sumOf, times } from './exact-decimal.js';

/** A decimal as a string. A number is refused, because it has already lost precision as a float. */
const decimal = z.string().transform((text, context) => {
  const read = readDecimal(text);
  if (read) return read;
  context.addIssue({ code: 'custom', message: 'expected a decimal number' });
  return z.NEVER;
});
const cents = decimal.transform((amount, context) => {
  const read = centsOf(amount);
  if (read !== undefined) return read;
  context.addIssue({ code: 'custom', message: 'expected at most a million dollars' });
  return z.NEVER;
});
const MOST_UNIX_SECONDS = 100_000_000_000;
const unixSeconds = z.number().int().min(1).max(MOST_UNIX_SECONDS);
const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** The fields of an invoice that we read; all others are ignored. */
export const invoiceSchema = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  storeId: z.string(),
  currency: z.string(),
  /** Read exactly and not rounded to cents: an invoice of 84.001 dollars is not ours. */
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

/** The payment methods of an invoice, each with its rate. The invoice's own paid amount also counts unconfirmed money, so it is not used. */
export const paymentMethodsSchema = z
  .array(z.object({ rate: decimal, payments: z.array(payment).max(1_000) }))
  .max(100)
  .transform((methods, context) => {
    const settled = sumOf(methods.map(({ rate, payments }) => times(rate, sumOf(payments.map(netOfSettled)))));
    const settledCents = centsOf(settled);
    const isConfirming = methods.some(({ payments }) => payments.some(({ status }) => status === 'Processing'));
    if (settledCents !== undefined) return { settledCents, isConfirming };
    context.addIssue({ code: 'custom', message: 'expected at most a million dollars' });
    return z.NEVER;
  });
export type Tally = z.output<typeof paymentMethodsSchema>;

/** The payer's method may charge the shop a fee; only the rest pays the invoice. */
function netOfSettled({ value, fee, status }: Received): Decimal {
  return status === 'Settled' ? less(value, fee) : { units: 0n, scale: 0 };
}
