import { POINTS } from './points.js';

describe('the points at which processes are killed', () => {
  it('are at least 30, half of them before and half after a commit, and three are in the small run', () => {
    const count = (side: string) => POINTS.filter((point) => point.side === side).length;
    expect(POINTS.length).toBeGreaterThanOrEqual(30);
    expect(Math.abs(count('before') - count('after'))).toBeLessThanOrEqual(1);
    const small = POINTS.filter(({ inSmall }) => inSmall);
    expect(new Set(small.map(({ side }) => side))).toEqual(new Set(['before', 'after']));
    expect(small).toHaveLength(3);
  });

  it('each have a name, and cover every flow of money', () => {
    expect(new Set(POINTS.map(({ name }) => name)).size).toBe(POINTS.length);
    expect(new Set(POINTS.map(({ process }) => process))).toEqual(
      new Set(['billing', 'referrals', 'notifications', 'gateway']),
    );
    expect(new Set(POINTS.map(({ journey }) => journey))).toEqual(
      new Set(['card', 'crypto', 'wallet', 'refund', 'dispute', 'disputeWon']),
    );
  });
});
