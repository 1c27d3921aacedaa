import { RecordBudget } from './record-budget.js';

describe('the records of uncharged requests', () => {
  it('have an hourly limit per account, and one account never uses that of another', () => {
    let nowMs = 0;
    const budget = new RecordBudget(3, () => nowMs);
    const taken = (account: string) => Array.from({ length: 5 }, () => budget.take(account)).filter(Boolean).length;
    expect([taken('a'), taken('b'), taken('a')]).toEqual([3, 3, 0]);
    nowMs = 3_600_000;
    expect(taken('a')).toBe(3);
  });
});
