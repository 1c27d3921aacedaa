import { idempotencyKeyHolds } from './idempotency-key.rule.js';

const reservedAt = new Date('2026-11-01T12:00:00Z');
const at = (iso: string) => new Date(iso);

describe('an Idempotency-Key', () => {
  it.each(['charged', 'released', 'refunded'] as const)('of a %s call speaks for it for 30 days and not a millisecond longer', (state) => {
    expect(idempotencyKeyHolds({ state, reservedAt }, at('2026-12-01T11:59:59.999Z'))).toBe(true);
    expect(idempotencyKeyHolds({ state, reservedAt }, at('2026-12-01T12:00:00Z'))).toBe(false);
  });

  it('speaks for a call that is being worked on however long that takes', () => {
    expect(idempotencyKeyHolds({ state: 'reserved', reservedAt }, at('2027-12-01T12:00:00Z'))).toBe(true);
  });

  it('speaks for its call when the clock stepped back behind its reservation', () => {
    expect(idempotencyKeyHolds({ state: 'charged', reservedAt }, at('2026-11-01T11:00:00Z'))).toBe(true);
  });
});
