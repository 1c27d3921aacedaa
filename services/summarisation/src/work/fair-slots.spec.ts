import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { FairSlots } from './fair-slots.js';

const stays = () => new AbortController().signal;
const slots = (concurrency: number, perAccount: number, maxWaiting = 100) =>
  new FairSlots({ concurrency, perAccount, maxWaiting });

/** Lets everything that can go on go on. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
};

/** Work that a test ends by hand; `began` has the names in the order in which they got a slot. */
class Bench {
  readonly began: string[] = [];
  private readonly gates = new Map<string, () => void>();

  constructor(readonly slots: FairSlots) {}

  send(account: string, name: string, signal = stays()): Promise<string> {
    const sent = this.slots.run(account, signal, async () => {
      this.began.push(name);
      await new Promise<void>((resolve) => this.gates.set(name, resolve));
      return name;
    });
    sent.catch(() => undefined);
    return sent;
  }

  async end(name: string): Promise<void> {
    this.gates.get(name)?.();
    await settle();
  }
}

describe('FairSlots', () => {
  it('gives a free slot to the accounts in turn, however many one of them has sent', async () => {
    const bench = new Bench(slots(1, 1));
    for (let nr = 0; nr < 20; nr += 1) void bench.send('greedy', `greedy ${nr}`);
    void bench.send('victim', 'victim 0');
    void bench.send('victim', 'victim 1');
    await settle();
    for (const name of ['greedy 0', 'greedy 1', 'victim 0', 'greedy 2', 'victim 1']) await bench.end(name);
    expect(bench.began).toEqual(['greedy 0', 'greedy 1', 'victim 0', 'greedy 2', 'victim 1', 'greedy 3']);
  });

  it('keeps slots free for others while one account has all it may have', async () => {
    const bench = new Bench(slots(4, 2));
    for (let nr = 0; nr < 10; nr += 1) void bench.send('greedy', `greedy ${nr}`);
    await settle();
    expect(bench.began).toEqual(['greedy 0', 'greedy 1']);
    void bench.send('victim', 'victim');
    await settle();
    expect(bench.began).toContain('victim');
  });

  it('takes the place in a full queue from the longest line, never from a shorter one', async () => {
    const bench = new Bench(slots(1, 1, 3));
    const greedy = [0, 1, 2, 3].map((nr) => bench.send('greedy', `greedy ${nr}`));
    await expect(bench.send('greedy', 'one too many')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'overloaded',
      retryAfterSeconds: 2,
    });
    const victim = bench.send('victim', 'victim');
    await expect(greedy[3]).rejects.toMatchObject({ code: 'overloaded' });
    expect(bench.slots.depth).toBe(3);
    await settle();
    await bench.end('greedy 0');
    await bench.end('greedy 1');
    await bench.end('victim');
    await expect(victim).resolves.toBe('victim');
  });

  it('forgets one that stops waiting', async () => {
    const bench = new Bench(slots(1, 1, 2));
    void bench.send('a', 'first');
    const leaving = new AbortController();
    const left = bench.send('a', 'left', leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'overloaded' });
    expect(bench.slots.depth).toBe(0);
    void bench.send('a', 'next');
    await settle();
    await bench.end('first');
    expect(bench.began).toEqual(['first', 'next']);
  });

  it('gives the slot back when the work fails', async () => {
    const one = slots(1, 1);
    await expect(one.run('a', stays(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(one.run('a', stays(), async () => 'yes')).resolves.toBe('yes');
  });

  it('never exceeds a bound, leaves no slot idle that somebody may have, and ends all work, for any order of arrivals', async () => {
    const arrival = fc.record({
      account: fc.constantFrom('a', 'b', 'c'),
      leaves: fc.boolean(),
      steps: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 25 }), async (arrivals) => {
        const limits = { concurrency: 3, perAccount: 2, maxWaiting: 6 };
        const fair = new FairSlots(limits);
        const running = new Map<string, number>();
        const all = arrivals.map(({ account, leaves, steps }) => {
          const caller = new AbortController();
          const run = fair.run(account, caller.signal, async () => {
            running.set(account, (running.get(account) ?? 0) + 1);
            expect(running.get(account)).toBeLessThanOrEqual(limits.perAccount);
            expect([...running.values()].reduce((sum, one) => sum + one)).toBeLessThanOrEqual(limits.concurrency);
            for (let step = 0; step < steps; step += 1) await nextTurn();
            running.set(account, running.get(account)! - 1);
          });
          if (leaves) setImmediate(() => caller.abort());
          return run.catch((error: { code?: string }) => expect(error.code).toBe('overloaded'));
        });
        expect(fair.depth).toBeLessThanOrEqual(limits.maxWaiting);
        await Promise.all(all);
        expect(fair.depth).toBe(0);
        await fair.run('late', stays(), async () => undefined);
      }),
      { numRuns: 100 },
    );
  });
});
