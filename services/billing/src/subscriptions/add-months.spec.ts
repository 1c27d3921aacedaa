import fc from 'fast-check';
import { addMonths } from './term-start.rule.js';

const at = (iso: string) => new Date(`${iso}Z`);

describe('addMonths', () => {
  it.each([
    ['2026-11-21T10:00:00', 1, '2026-12-21T10:00:00'],
    ['2026-11-21T10:00:00', 3, '2027-02-21T10:00:00'],
    ['2026-11-21T10:00:00', 12, '2027-11-21T10:00:00'],
    ['2027-01-31T23:59:59', 1, '2027-02-28T23:59:59'],
    ['2028-01-31T00:00:00', 1, '2028-02-29T00:00:00'],
    ['2028-02-29T00:00:00', 12, '2029-02-28T00:00:00'],
    ['2026-08-31T12:00:00', 6, '2027-02-28T12:00:00'],
    ['2026-12-31T12:00:00', 6, '2027-06-30T12:00:00'],
  ])('%s plus %i months is %s', (from, months, to) => {
    expect(addMonths(at(from), months)).toEqual(at(to));
  });

  it("lands in the month asked for, on the same day or that month's last, at the same time of day", () => {
    fc.assert(
      fc.property(
        fc.date({ min: at('2020-01-01T00:00:00'), max: at('2090-01-01T00:00:00'), noInvalidDate: true }),
        fc.constantFrom(1, 3, 6, 12),
        (from, months) => {
          const to = addMonths(from, months);
          const monthsApart =
            (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
          expect(monthsApart).toBe(months);
          expect(to.getTime() % 86_400_000).toBe(from.getTime() % 86_400_000);
          const dayAfter = new Date(to.getTime() + 86_400_000);
          expect(
            to.getUTCDate() === from.getUTCDate() ||
              (to.getUTCDate() < from.getUTCDate() && dayAfter.getUTCDate() === 1),
          ).toBe(true);
        },
      ),
    );
  });
});
