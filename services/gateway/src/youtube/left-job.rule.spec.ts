import { wasLeft } from './left-job.rule.js';

describe('a job that its gateway left (QUOTA-10)', () => {
  it.each([
    [0, false, false],
    [29_999, false, false],
    [30_000, false, true],
    [3_600_000, true, false],
  ])('reserved for %d ms, accepted %j: %j', (reservedForMs, isAccepted, left) => {
    expect(wasLeft({ reservedForMs, isAccepted })).toBe(left);
  });
});
