import { defaultPeriod, highestSaving, offeredPeriods } from './periods.rule';

const free = { price: 0, durations: [] };
const basic = {
  price: 9,
  durations: [
    { key: 'monthly' as const, price: 9 },
    { key: '3months' as const, price: 8.5 },
    { key: 'yearly' as const, price: 7 },
  ],
};
const medium = {
  price: 29,
  durations: [
    { key: 'monthly' as const, price: 29 },
    { key: 'yearly' as const, price: 23 },
  ],
};

describe('periods of a term', () => {
  it('stand shortest first and default to the longest that is offered (WEB-18)', () => {
    expect(offeredPeriods([free, basic, medium])).toEqual(['monthly', '3months', 'yearly']);
    expect(defaultPeriod([free, basic, medium])).toBe('yearly');
    expect(defaultPeriod([free, { price: 9, durations: basic.durations.slice(0, 2) }])).toBe('3months');
    expect(defaultPeriod([free])).toBe('monthly');
  });

  it('save the highest rounded percentage of any plan against paying monthly (WEB-18)', () => {
    expect(highestSaving([free, medium, basic], 'yearly')).toBe(22);
    expect(highestSaving([free, medium, basic], '3months')).toBe(6);
    expect(highestSaving([free, medium, basic], 'monthly')).toBe(0);
  });
});
