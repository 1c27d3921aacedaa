import { DomainError } from '@precis/runtime/domain-error';
import { waitAfter } from './next-try.js';

const away = (retryAfterSeconds?: number) =>
  new DomainError('unavailable', 'source_unavailable', 'Later.', { retryAfterSeconds });

describe('the next try of a job', () => {
  it('comes at growing intervals of at most two minutes', () => {
    expect([1, 2, 3, 7, 9].map((tries) => waitAfter(null, tries, 0))).toEqual([2_000, 4_000, 8_000, 120_000, 120_000]);
  });

  it('comes no sooner than the refusal asks, and at a different time than those of other jobs', () => {
    expect(waitAfter(away(30), 1, 0)).toBe(30_000);
    expect(waitAfter(away(), 3, 0.5)).toBe(6_000);
  });
});
