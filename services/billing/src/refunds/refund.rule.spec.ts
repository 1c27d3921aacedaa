import { leftCents, type RefundCase, refundRefusal, standingCents } from './refund.rule.js';

const PAID_AT = new Date('2026-01-31T12:00:00Z');
const DAY_MS = 86_400_000;
const yearly = (changes: Partial<RefundCase> = {}): RefundCase => ({
  status: 'completed',
  months: 12,
  completedAt: PAID_AT,
  amountCents: 8_400,
  refundedCents: 0,
  hasFailed: false,
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
    [{ refundedCents: 8_400 }, 'nothing-left'],
    [{ refundedCents: 8_399 }, undefined],
  ] as [Partial<RefundCase>, string | undefined][])('of a payment with %j: refused as %s', (changes, refusal) => {
    expect(refundRefusal(yearly(changes), after(DAY_MS))).toBe(refusal);
  });

  it('that failed can be repeated after the 30 days, only for a yearly term', () => {
    expect(refundRefusal(yearly({ hasFailed: true }), after(400 * DAY_MS))).toBeUndefined();
    expect(refundRefusal(yearly({ hasFailed: true, months: 1 }), after(400 * DAY_MS))).toBe('not-yearly');
  });

  it.each([
    [1_000, { standingCents: 0, failedCents: 1_000 }, 0],
    [1_000, { standingCents: 300, failedCents: 700 }, 300],
    [1_000, { standingCents: 1_000, failedCents: 700 }, 1_000],
    // Another refund at the dashboard replaced it.
    [1_000, { standingCents: 1_500, failedCents: 1_000 }, 1_000],
    // Not every booked refund was seen.
    [1_000, { standingCents: 0, failedCents: 400 }, 600],
    [0, { standingCents: 0, failedCents: 400 }, 0],
  ])('of which %d cents are booked while the provider has %j is valid for %d', (booked, seen, standing) => {
    expect(standingCents(booked, seen)).toBe(standing);
  });

  it('gives the paid amount minus earlier refunds, and never less than zero', () => {
    expect(leftCents(yearly())).toBe(8_400);
    expect(leftCents(yearly({ refundedCents: 1_000 }))).toBe(7_400);
    expect(leftCents(yearly({ refundedCents: 9_000 }))).toBe(0);
  });
});
