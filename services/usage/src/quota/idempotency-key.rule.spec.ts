import { idempotencyKeyHolds, releasedCallsKept } from './idempotency-key.rule.js';

const reservedAt = new Date('2026-11-01T12:00:00Z');
const at = (iso: string) => new Date(iso);

describe('an Idempotency-Key', () => {
  it.each(['charged', 'refunded'] as const)(
    'of a %s call names it for 30 days and not a millisecond longer',
    (state) => {
      expect(idempotencyKeyHolds({ state, reservedAt }, at('2026-12-01T11:59:59.999Z'))).toBe(true);
      expect(idempotencyKeyHolds({ state, reservedAt }, at('2026-12-01T12:00:00Z'))).toBe(false);
    },
  );

  it('of a released call, which replays nothing, names it for a day, and the call is kept for a transaction longer', () => {
    expect(idempotencyKeyHolds({ state: 'released', reservedAt }, at('2026-11-02T11:59:59.999Z'))).toBe(true);
    expect(idempotencyKeyHolds({ state: 'released', reservedAt }, at('2026-11-02T12:00:00Z'))).toBe(false);
    expect(releasedCallsKept(at('2026-11-02T12:15:00Z')).keyedSince).toEqual(reservedAt);
  });

  it('names a call in progress for any length of time', () => {
    expect(idempotencyKeyHolds({ state: 'reserved', reservedAt }, at('2027-12-01T12:00:00Z'))).toBe(true);
  });

  it('names its call when the clock stepped back before its reservation', () => {
    expect(idempotencyKeyHolds({ state: 'charged', reservedAt }, at('2026-11-01T11:00:00Z'))).toBe(true);
  });
});
