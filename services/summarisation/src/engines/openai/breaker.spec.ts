import { Breaker } from './breaker.js';

let nowMs: number;
let breaker: Breaker;
beforeEach(() => {
  nowMs = 0;
  breaker = new Breaker(() => nowMs);
});

const fails = () =>
  breaker
    .run(
      () => Promise.reject(new Error('away')),
      () => true,
    )
    .catch((error: Error) => error.message);
const works = () =>
  breaker.run(
    () => Promise.resolve('done'),
    () => true,
  );

describe('the breaker', () => {
  it('opens within ten failed calls in a row, and then refuses every call', async () => {
    let calls = 0;
    while (!breaker.isOpen) {
      await fails();
      calls += 1;
    }
    expect(calls).toBeLessThanOrEqual(10);
    await expect(works()).rejects.toMatchObject({ code: 'breaker_open' });
  });

  it('stays closed when one of eight calls succeeds', async () => {
    for (let nr = 0; nr < 80; nr += 1) await (nr % 8 === 7 ? works() : fails());
    expect(breaker.isOpen).toBe(false);
  });

  it("does not count errors that are not the provider's fault", async () => {
    const error = () => Promise.reject(new Error('own'));
    for (let nr = 0; nr < 20; nr += 1) await breaker.run(error, () => false).catch(() => undefined);
    expect(breaker.isOpen).toBe(false);
  });

  it('admits a single probe when its time is over', async () => {
    for (let nr = 0; nr < 8; nr += 1) await fails();
    nowMs = 15_001;
    const gate = Promise.withResolvers<string>();
    const probe = breaker.run(
      () => gate.promise,
      () => true,
    );
    await expect(works()).rejects.toMatchObject({ code: 'breaker_open' });
    gate.resolve('back');
    await expect(probe).resolves.toBe('back');
    await expect(works()).resolves.toBe('done');
  });

  it('waits longer after each failed probe, up to five minutes', async () => {
    for (let nr = 0; nr < 8; nr += 1) await fails();
    const waits: number[] = [];
    for (let nr = 0; nr < 8; nr += 1) {
      const openedMs = nowMs;
      while (breaker.isOpen) nowMs += 100;
      waits.push(nowMs - openedMs);
      await expect(fails()).resolves.toBe('away');
    }
    expect(waits[0]).toBeLessThanOrEqual(15_100);
    expect(Math.max(...waits)).toBeLessThanOrEqual(300_100);
    expect(waits.at(-1)).toBeGreaterThanOrEqual(150_000);
  });

  it('opens after five worthless summaries in a row, although every call was answered', async () => {
    for (let nr = 0; nr < 5; nr += 1) {
      expect(breaker.isOpen).toBe(false);
      await works();
      breaker.judged(false);
    }
    expect(breaker.isOpen).toBe(true);
  });

  it('waits longer after each further worthless summary, although the calls in between succeed', async () => {
    const waits: number[] = [];
    for (let nr = 0; nr < 12; nr += 1) {
      await works();
      breaker.judged(false);
      const openedMs = nowMs;
      while (breaker.isOpen) nowMs += 100;
      waits.push(nowMs - openedMs);
    }
    expect(waits.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(waits[4]).toBeLessThanOrEqual(15_100);
    expect(waits.at(-1)).toBeGreaterThanOrEqual(150_000);
    await works();
    breaker.judged(true);
    breaker.judged(false);
    expect(breaker.isOpen).toBe(false);
  });
});
