import { viewSubscription } from './subscription-view.rule.js';

const at = (iso: string) => new Date(`${iso}Z`);
const free = { plan: 'free', videosPerMonth: 3 };
const term = (plan: string, videosPerMonth: number, from: string, to: string) => ({
  plan,
  videosPerMonth,
  startsAt: at(`${from}T00:00:00`),
  endsAt: at(`${to}T00:00:00`),
});
const now = at('2026-11-21T12:00:00');

describe('viewSubscription', () => {
  it('shows an account without terms as active on Free, without an end', () => {
    expect(viewSubscription([], free, now)).toEqual({ plan: 'free', isActive: true, videoLimit: 3 });
  });

  it('shows the current term, and counts a partial day as a day left', () => {
    expect(viewSubscription([term('basic', 100, '2026-11-01', '2026-12-01')], free, now)).toEqual({
      plan: 'basic',
      isActive: true,
      videoLimit: 100,
      remainingDays: 10,
      endDate: at('2026-12-01T00:00:00'),
    });
  });

  it.each([
    ['2026-11-30T00:00:00', 1],
    ['2026-11-30T00:00:01', 1],
    ['2026-11-30T23:59:59.999', 1],
    ['2026-11-29T23:59:59.999', 2],
  ])('at %s has %i days left of a term that ends on 1 December', (moment, days) => {
    expect(viewSubscription([term('basic', 100, '2026-11-01', '2026-12-01')], free, at(moment)).remainingDays).toBe(
      days,
    );
  });

  it("shows an expired plan with its name and end date, inactive, no days left and Free's quota", () => {
    const terms = [term('medium', 500, '2026-08-01', '2026-09-01'), term('basic', 100, '2026-09-01', '2026-10-01')];
    expect(viewSubscription(terms, free, now)).toEqual({
      plan: 'basic',
      isActive: false,
      videoLimit: 3,
      remainingDays: 0,
      endDate: at('2026-10-01T00:00:00'),
    });
  });

  it('expires at the very moment of its end', () => {
    const terms = [term('basic', 100, '2026-11-01', '2026-12-01')];
    expect(viewSubscription(terms, free, at('2026-11-30T23:59:59.999')).isActive).toBe(true);
    expect(viewSubscription(terms, free, at('2026-12-01T00:00:00')).isActive).toBe(false);
  });

  it('shows an extension as one plan with one end, but not the other plan that follows it', () => {
    const terms = [
      term('medium', 500, '2026-11-01', '2026-12-01'),
      term('medium', 500, '2026-12-01', '2027-01-01'),
      term('basic', 100, '2027-01-01', '2027-02-01'),
    ];
    expect(viewSubscription(terms, free, now)).toMatchObject({
      plan: 'medium',
      remainingDays: 41,
      endDate: at('2027-01-01T00:00:00'),
    });
  });

  it('does not show a term that an upgrade ended before it began', () => {
    const terms = [term('basic', 100, '2026-10-01', '2026-10-01')];
    expect(viewSubscription(terms, free, now)).toEqual({ plan: 'free', isActive: true, videoLimit: 3 });
  });
});
