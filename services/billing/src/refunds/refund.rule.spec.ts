import { leftCents, type RefundCase, refundRefusal } from './refund.rule.js';

const PAID_AT = new Date('2026-01-31T12:00:00Z');
const DAY_MS = 86_400_000;
const yearly = (changes: Partial<RefundCase> = {}): RefundCase => ({
  status: 'completed',
  months: 12,
  completedAt: PAID_AT,
  amountCents: 8_400,
  refundedCents: 0,
  creditTakenCents: 0,
  ...changes,
});
const after = (ms: number) => new Date(PAID_AT.getTime() + ms);

describe('a refund', () => {
  it.each([
    [0, undefined],
    [30 * DAY_MS, undefined],
    [30 * DAY_MS + 1, 'too-late'],
    [31 * DAY_MS, 'too-late'],
  ])('of a yearly term %d ms after its payment: refused as %s', (ms, refusal) => {
    expect(refundRefusal(yearly(), after(ms))).toBe(refusal);
  });

  it.each([
    [{ months: 1 }, 'not-yearly'],
    [{ months: 6 }, 'not-yearly'],
    [{ completedAt: null, status: 'pending' }, 'not-completed'],
    [{ completedAt: null, status: 'failed' }, 'not-completed'],
    [{ status: 'disputed' }, 'not-completed'],
    [{ status: 'refunded', refundedCents: 8_400 }, 'nothing-left'],
    [{ status: 'refunded', refundedCents: 0 }, 'nothing-left'],
    [{ refundedCents: 400, creditTakenCents: 8_000 }, 'nothing-left'],
    [{ creditTakenCents: 8_500 }, 'nothing-left'],
    [{ refundedCents: 400, creditTakenCents: 7_999 }, undefined],
  ] as [Partial<RefundCase>, string | undefined][])('of a payment with %j: refused as %s', (changes, refusal) => {
    expect(refundRefusal(yearly(changes), after(DAY_MS))).toBe(refusal);
  });

  it('gives what was paid less what was given before and what an upgrade took, and never less than nothing', () => {
    expect(leftCents(yearly())).toBe(8_400);
    expect(leftCents(yearly({ refundedCents: 1_000, creditTakenCents: 2_000 }))).toBe(5_400);
    expect(leftCents(yearly({ creditTakenCents: 9_000 }))).toBe(0);
  });
});
