import { dayOf, oldestKeptDay } from './retention.rule.js';

describe('the life of a result', () => {
  it('counts days in UTC', () => {
    expect(dayOf(new Date('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21');
    expect(dayOf(new Date('2026-11-22T01:30:00+02:00'))).toBe('2026-11-21');
  });

  it('lasts through the 30th day after a delivery and not into the 31st', () => {
    expect(oldestKeptDay(new Date('2026-12-21T23:59:59Z')) <= '2026-11-21').toBe(true);
    expect(oldestKeptDay(new Date('2026-12-22T00:00:00Z')) <= '2026-11-21').toBe(false);
  });

  it('is the same in a leap February', () => {
    expect(oldestKeptDay(new Date('2028-03-01T12:00:00Z'))).toBe('2028-01-31');
  });
});
