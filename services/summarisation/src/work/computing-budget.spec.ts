import { ComputingBudget } from './computing-budget.js';

const HOUR_MS = 3_600_000;
let nowMs: number;
let budget: ComputingBudget;
beforeEach(() => {
  nowMs = 5_000_000;
  budget = new ComputingBudget(60, () => nowMs);
});

describe('computing that was cut off', () => {
  it('is allowed up to a minute per hour and account, and then refused before any work, with the time to wait', () => {
    for (let nr = 0; nr < 6; nr += 1) {
      expect(() => budget.admit('attacker')).not.toThrow();
      budget.cutOff('attacker', 10_000);
      nowMs += 1_000;
    }
    const refusal = (() => {
      try {
        budget.admit('attacker');
      } catch (error) {
        return error;
      }
    })();
    // The oldest of them leaves the hour first.
    expect(refusal).toMatchObject({
      kind: 'exhausted',
      code: 'computing_budget_spent',
      limit: 60,
      retryAfterSeconds: 3_594,
    });
    expect(() => budget.admit('victim')).not.toThrow();
  });

  it('is forgotten after an hour, piece by piece', () => {
    for (let nr = 0; nr < 6; nr += 1) {
      budget.cutOff('a', 10_000);
      nowMs += 60_000;
    }
    expect(() => budget.admit('a')).toThrow();
    nowMs += HOUR_MS - 6 * 60_000;
    expect(() => budget.admit('a')).not.toThrow();
    budget.cutOff('a', 10_000);
    expect(() => budget.admit('a')).toThrow();
  });

  it('counts at least a second, because an ended thread has to be started again', () => {
    for (let nr = 0; nr < 60; nr += 1) budget.cutOff('a', 1);
    expect(() => budget.admit('a')).toThrow();
  });

  it('is remembered for the latest 10,000 accounts', () => {
    for (let nr = 0; nr <= 10_000; nr += 1) budget.cutOff(`account ${nr}`, 60_000);
    expect(() => budget.admit('account 0')).not.toThrow();
    expect(() => budget.admit('account 1')).toThrow();
    expect(() => budget.admit('account 10000')).toThrow();
  });

  it('counts the cost of a call that ends without a result, and its later cost; nothing of a call with a result', () => {
    const [charged, lost] = [budget.newCallCost('a'), budget.newCallCost('a')];
    charged.add(60_000);
    lost.add(59_990);
    expect(() => budget.admit('a')).not.toThrow();
    lost.countUncharged();
    expect(() => budget.admit('a')).not.toThrow();
    lost.add(10);
    expect(() => budget.admit('a')).toThrow();
  });

  it('counts failed work for as long as it took; thousands of short failures need no more memory than a few', () => {
    for (let nr = 0; nr < 11_999; nr += 1) {
      budget.spend('a', 5);
      nowMs += 100;
    }
    expect(() => budget.admit('a')).not.toThrow();
    budget.spend('a', 5);
    expect(() => budget.admit('a')).toThrow();
    expect((budget as unknown as { lost: Map<string, object[]> }).lost.get('a')!.length).toBeLessThanOrEqual(121);
  });
});
