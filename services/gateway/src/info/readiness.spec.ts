import { Readiness } from './readiness.js';

describe('readiness', () => {
  it('runs each check once for 100 simultaneous probes, and the next probe runs it again', async () => {
    const readiness = new Readiness();
    let runs = 0;
    readiness.add(async () => {
      runs++;
      await new Promise((resolve) => setImmediate(resolve));
    });
    await Promise.all(Array.from({ length: 100 }, () => readiness.check()));
    expect(runs).toBe(1);
    await readiness.check();
    expect(runs).toBe(2);
  });

  it('fails every probe while a check fails, and recovers with it', async () => {
    const readiness = new Readiness();
    let serves = false;
    readiness.add(async () => {
      if (!serves) throw new Error('a part is away');
    });
    const probes = await Promise.allSettled([readiness.check(), readiness.check()]);
    for (const probe of probes)
      expect(probe).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable', code: 'not_ready' } });
    serves = true;
    await expect(readiness.check()).resolves.toBeUndefined();
  });
});
