import { LookUpBudget } from './look-up-budget.js';

let nowMs = 5_000;
const budget = (perMinute = 60, burst = 10) => new LookUpBudget({ perMinute, burst }, () => nowMs);
const spendAll = (one: LookUpBudget, account: string): number => {
  for (let spent = 0; ; spent += 1) {
    try {
      one.spend(account);
    } catch (error) {
      expect(error).toMatchObject({ kind: 'exhausted', code: 'too_many_lookups' });
      return spent;
    }
  }
};

describe('the budget of look-ups that end without a charge', () => {
  it('is used up after its burst, only for the account that spent it', () => {
    const one = budget();
    expect(spendAll(one, 'attacker')).toBe(10);
    expect(spendAll(one, 'victim')).toBe(10);
  });

  it('reports when the next unit will be available, and it is available then', () => {
    const one = budget(6, 3);
    spendAll(one, 'a');
    expect(() => one.spend('a')).toThrow(expect.objectContaining({ retryAfterSeconds: 10, limit: 3 }));
    nowMs += 9_990;
    expect(spendAll(one, 'a')).toBe(0);
    nowMs += 10;
    expect(spendAll(one, 'a')).toBe(1);
  });

  it.each([7, 13, 60, 1_000])('refills in the expected time, never beyond its size, at %d a minute', (perMinute) => {
    const one = budget(perMinute, 50);
    spendAll(one, 'a');
    nowMs += (50 * 60_000) / perMinute;
    expect(spendAll(one, 'a')).toBe(50);
    nowMs += 3_600_000;
    expect(spendAll(one, 'a')).toBe(50);
  });

  it('is never used up by an account when every second look-up is charged', () => {
    const one = budget(1, 4);
    for (let nr = 0; nr < 1_000; nr += 1) {
      one.spend('busy');
      one.spend('busy');
      one.earn('busy');
    }
    expect(spendAll(one, 'busy')).toBe(4);
  });

  it('charges nothing for a look-up that did not take place', () => {
    const one = budget();
    one.spend('a');
    one.giveBack('a');
    one.giveBack('a');
    expect(spendAll(one, 'a')).toBe(10);
  });

  it('remembers a bounded number of accounts', () => {
    const one = budget();
    for (let nr = 0; nr < 30_000; nr += 1) one.spend(`account ${nr}`);
    expect((one as unknown as { fullAtMs: Map<string, number> }).fullAtMs.size).toBe(20_000);
  });
});
