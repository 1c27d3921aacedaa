import { WorkSlots } from './work-slots.js';

const stays = () => new AbortController().signal;

/** Work that ends when told to. */
function held() {
  const gate = Promise.withResolvers<void>();
  return { end: gate.resolve, work: () => gate.promise };
}

describe('WorkSlots', () => {
  it('never runs more than its bound at once and serves the longest waiting first', async () => {
    const slots = new WorkSlots(2, 10);
    let [running, most] = [0, 0];
    const order: number[] = [];
    const work = async (nr: number) => {
      most = Math.max(most, ++running);
      order.push(nr);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map((nr) => slots.run(stays(), () => work(nr))));
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('refuses what its queue cannot hold with overloaded and a time to come back', async () => {
    const slots = new WorkSlots(1, 1);
    const first = held();
    const running = slots.run(stays(), first.work);
    const waiting = slots.run(stays(), async () => 'second');
    await expect(slots.run(stays(), async () => 'third')).rejects.toMatchObject({ kind: 'unavailable', code: 'overloaded', retryAfterSeconds: 2 });
    first.end();
    await running;
    await expect(waiting).resolves.toBe('second');
  });

  it('frees the place of one that stops waiting', async () => {
    const slots = new WorkSlots(1, 1);
    const first = held();
    const running = slots.run(stays(), first.work);
    const leaving = new AbortController();
    const left = slots.run(leaving.signal, async () => 'never');
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'overloaded' });
    expect(slots.depth).toBe(0);
    const next = slots.run(stays(), async () => 'next');
    first.end();
    await running;
    await expect(next).resolves.toBe('next');
  });

  it('gives the slot back when the work fails', async () => {
    const slots = new WorkSlots(1, 1);
    await expect(slots.run(stays(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.run(stays(), async () => 'yes')).resolves.toBe('yes');
  });

  it('lets the event loop turn between two pieces of work', async () => {
    const slots = new WorkSlots(1, 10);
    const seen: string[] = [];
    const busy = (name: string) => slots.run(stays(), async () => void seen.push(name));
    const all = Promise.all([busy('first'), busy('second')]);
    setImmediate(() => seen.push('request'));
    await all;
    expect(seen.indexOf('request')).toBeLessThan(seen.indexOf('second'));
  });
});
