import { FaultDice } from './fault-dice.js';

describe('the faults of a simulator', () => {
  it('are none until they are switched on, and none again when that is reset', () => {
    const dice = new FaultDice();
    const befallen = () => [dice.befalls('drop'), dice.befalls('wrong_secret'), dice.deliveryDelays()];
    expect(befallen()).toEqual([false, false, [0]]);
    dice.set({ drop: 1, wrong_secret: true, delay_ms: 5 });
    expect(befallen()).toEqual([true, true, []]);
    dice.set({ drop: false });
    expect(dice.faults).toEqual({ duplicate: 0, reorder: 0, drop: 0, wrong_secret: 1, delay_ms: 5 });
    dice.reset();
    expect(befallen()).toEqual([false, false, [0]]);
  });

  it('affect their share of cases, the same ones for the same seed', () => {
    const drawn = (seed: number) => {
      const dice = new FaultDice(['api_error']);
      dice.set({ seed, api_error: 0.25 });
      return Array.from({ length: 1_000 }, () => dice.befalls('api_error'));
    };
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
    const share = drawn(7).filter(Boolean).length;
    expect(share > 150 && share < 350).toBe(true);
  });

  it('make two to four deliveries of one event, delayed by no more than the set limit', () => {
    const dice = new FaultDice();
    dice.set({ duplicate: 1, delay_ms: 100 });
    const counts = new Set<number>();
    for (let n = 0; n < 100; n++) {
      const delays = dice.deliveryDelays();
      counts.add(delays.length);
      expect(delays.every((delay) => delay >= 0 && delay <= 100)).toBe(true);
    }
    expect([...counts].sort()).toEqual([2, 3, 4]);
  });

  it.each<[string, unknown]>([
    ['drop', 2],
    ['drop', -1],
    ['drop', 'yes'],
    ['delay_ms', 600_001],
    ['api_error', 1],
    ['toString', 1],
  ])('are refused with %s = %j, and stay as they were', (name, value) => {
    const dice = new FaultDice();
    expect(() => dice.set({ reorder: 1, [name]: value })).toThrow();
    expect(dice.faults.reorder).toBe(0);
  });
});
