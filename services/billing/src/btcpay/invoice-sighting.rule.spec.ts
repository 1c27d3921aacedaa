import fc from 'fast-check';
import { invoiceSighting, type InvoiceFacts } from './invoice-sighting.rule.js';

const STATUSES = ['New', 'Processing', 'Expired', 'Invalid', 'Settled'] as const;
const ADDITIONAL = ['None', 'PaidLate', 'PaidPartial', 'Marked', 'Invalid', 'PaidOver'] as const;
const numRuns = process.env.FULL ? 10_000 : 500;

const untouched: InvoiceFacts = {
  status: 'New',
  additionalStatus: 'None',
  amountCents: 8_400,
  sentCents: 0,
  settledCents: 0,
  isConfirming: false,
};
const seen = (facts: Partial<InvoiceFacts>) => invoiceSighting({ ...untouched, ...facts });
const sent = (sentCents: number, settledCents = sentCents) => ({ sentCents, settledCents });

describe('what an invoice of BTCPay means for a payment', () => {
  it.each<[string, Partial<InvoiceFacts>, object]>([
    ['New', {}, { state: 'open', paidCents: 0, partial: false }],
    ['New, partly paid', { additionalStatus: 'PaidPartial', ...sent(4_200) }, { state: 'open', partial: true }],
    [
      'Processing',
      { status: 'Processing', ...sent(8_400, 0), isConfirming: true },
      { state: 'processing', paidCents: 0, partial: false },
    ],
    ['Settled', { status: 'Settled', ...sent(8_400) }, { state: 'paid', paidCents: 8_400, partial: false }],
    [
      'Settled, paid over',
      { status: 'Settled', additionalStatus: 'PaidOver', ...sent(12_600) },
      { state: 'paid', paidCents: 12_600 },
    ],
    [
      'Settled, the excess not confirmed',
      { status: 'Settled', additionalStatus: 'PaidOver', ...sent(12_600, 8_400), isConfirming: true },
      { state: 'paid', paidCents: 8_400 },
    ],
    ['Settled, paid again later', { status: 'Settled', ...sent(16_800) }, { state: 'paid', paidCents: 16_800 }],
    [
      'Settled by hand',
      { status: 'Settled', additionalStatus: 'Marked' },
      { state: 'paid', paidCents: 0, marked: true },
    ],
    ['Expired', { status: 'Expired' }, { state: 'expired', paidCents: 0, partial: false }],
    [
      'Expired, partly paid',
      { status: 'Expired', additionalStatus: 'PaidPartial', ...sent(4_200) },
      { state: 'expired', paidCents: 4_200, partial: true },
    ],
    [
      'Expired, a part not confirmed',
      { status: 'Expired', additionalStatus: 'PaidPartial', ...sent(4_200, 1_000), isConfirming: true },
      { state: 'expired', paidCents: 0, partial: true },
    ],
    [
      'Expired, paid late',
      { status: 'Expired', additionalStatus: 'PaidLate', ...sent(8_400) },
      { state: 'expired', paidCents: 8_400, partial: false },
    ],
    ['Invalid', { status: 'Invalid' }, { state: 'failed', paidCents: 0 }],
    ['closed', { status: 'Invalid', additionalStatus: 'Marked' }, { state: 'expired', paidCents: 0 }],
    ['Invalid, never confirmed', { status: 'Invalid', ...sent(8_400, 0) }, { state: 'failed', paidCents: 0 }],
    [
      'closed, and paid at that moment',
      { status: 'Invalid', additionalStatus: 'Marked', ...sent(8_400) },
      { state: 'expired', paidCents: 8_400 },
    ],
  ])('%s', (_row, facts, expected) => expect(seen(facts)).toMatchObject(expected));

  it('is paid only when Settled, and counts every confirmed cent of an ended invoice, never an unconfirmed one', () => {
    const cents = fc.integer({ min: 0, max: 100_000 });
    const facts = fc
      .record({
        status: fc.constantFrom(...STATUSES),
        additionalStatus: fc.constantFrom(...ADDITIONAL),
        amountCents: fc.integer({ min: 1, max: 100_000 }),
        settledCents: cents,
        unconfirmed: cents,
      })
      .map(({ unconfirmed, ...rest }) => ({
        ...rest,
        sentCents: rest.settledCents + unconfirmed,
        isConfirming: unconfirmed > 0,
      }));
    fc.assert(
      fc.property(facts, (invoice) => {
        const { state, paidCents } = invoiceSighting(invoice);
        expect(state === 'paid').toBe(invoice.status === 'Settled');
        const isEnded = ['Expired', 'Invalid'].includes(invoice.status);
        if (isEnded && !invoice.isConfirming) expect(paidCents).toBe(invoice.settledCents);
        if (state !== 'paid') expect(paidCents).toBeLessThanOrEqual(invoice.settledCents);
      }),
      { numRuns },
    );
  });
});
