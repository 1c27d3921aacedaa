import { PLAN_CATALOGUE } from './plan-catalogue.js';

const { plans } = PLAN_CATALOGUE;

describe('the plan catalogue', () => {
  it('lists free, basic, medium and enterprise in this order', () => {
    expect(plans.map(({ key }) => key)).toEqual(['free', 'basic', 'medium', 'enterprise']);
  });

  it.each([
    ['free', 0, []],
    ['basic', 900, [900, 850, 800, 700]],
    ['medium', 2_900, [2_900, 2_700, 2_500, 2_300]],
    ['enterprise', 9_900, [9_900, 9_300, 8_800, 7_900]],
  ])('sells %s at its prices (PAY-2)', (key, priceCents, perMonth) => {
    const plan = plans.find((candidate) => candidate.key === key)!;
    expect(plan.priceCents).toBe(priceCents);
    expect(plan.durations.map((period) => period.priceCents)).toEqual(perMonth);
  });

  it('has the quotas of the plans (QUOTA-7)', () => {
    expect(plans.map(({ videosPerMonth }) => videosPerMonth)).toEqual([3, 100, 500, 3_000]);
  });

  it('sells every paid plan for 1, 3, 6 and 12 months, in whole cents', () => {
    for (const plan of plans.slice(1)) {
      expect(plan.durations.map(({ key, months }) => [key, months])).toEqual([
        ['monthly', 1],
        ['3months', 3],
        ['6months', 6],
        ['yearly', 12],
      ]);
      expect(plan.durations.every(({ priceCents }) => Number.isInteger(priceCents) && priceCents > 0)).toBe(true);
    }
  });

  it("names the plan's quota in its features", () => {
    for (const plan of plans)
      expect(plan.features[0]).toBe(`${plan.videosPerMonth.toLocaleString('en-US')} videos per month`);
  });
});
