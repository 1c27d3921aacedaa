import { Bulkhead } from './bulkhead.js';

/** A work that ends when the test says so. */
function openWork() {
  const gate = Promise.withResolvers<void>();
  return { work: () => gate.promise, end: () => gate.resolve() };
}

describe('bulkhead', () => {
  it('never runs more at once than allowed and serves those who wait in order', async () => {
    const bulkhead = new Bulkhead(2, 100);
    let [running, most] = [0, 0];
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        bulkhead.run(async () => {
          most = Math.max(most, ++running);
          order.push(n);
          await new Promise(setImmediate);
          running--;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('refuses what the queue has no place for and recovers when places come free', async () => {
    const bulkhead = new Bulkhead(1, 1);
    const [first, second] = [openWork(), openWork()];
    const running = bulkhead.run(first.work);
    const waiting = bulkhead.run(second.work);
    await expect(bulkhead.run(async () => 'third')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'busy',
      retryAfterSeconds: 2,
    });
    first.end();
    second.end();
    await Promise.all([running, waiting]);
    await expect(bulkhead.run(async () => 'later')).resolves.toBe('later');
  });

  it('gives the place back when the work fails', async () => {
    const bulkhead = new Bulkhead(1, 0);
    await expect(bulkhead.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(bulkhead.run(async () => 'next')).resolves.toBe('next');
  });
});
